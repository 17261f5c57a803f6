import { isWebUrl } from '@aichat/contracts/common'
import { type KnowledgeExtension, knowledgeLimits, knowledgeSentences } from '@aichat/contracts/knowledge'
import { useState } from 'react'
import { errorMessage } from '../kit/api-error.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { FileDrop } from './FileDrop.tsx'
import { useAddKnowledge } from './queries.ts'
import { useFileUpload } from './use-file-upload.ts'

type Props = { projectId: string; accepts: readonly KnowledgeExtension[]; onClose: () => void }

export function AddKnowledgeDialog({ projectId, accepts, onClose }: Props) {
  const add = useAddKnowledge(projectId)
  const [type, setType] = useState<'manual' | 'url' | 'file'>('manual')
  const [content, setContent] = useState('')
  const [url, setUrl] = useState('')
  const [isUrlTouched, setUrlTouched] = useState(false)
  const { file, step, reason, choose, start, cancel } = useFileUpload(projectId, onClose)
  const isBlank = type === 'file' ? !file : (type === 'manual' ? content : url).trim() === ''
  const isSaving = add.isPending || step.name !== 'idle'
  const urlProblem = isUrlTouched && url.trim() !== '' && !isWebUrl(url.trim())

  function submit() {
    // As specified, a save with empty input does nothing.
    if (isBlank || isSaving) return
    if (type === 'file') {
      start()
      return
    }
    setUrlTouched(true)
    if (type === 'url' && !isWebUrl(url.trim())) return
    add.mutate(type === 'manual' ? { type, content } : { type, url: url.trim() }, { onSuccess: onClose })
  }

  return (
    <FormDialog
      title="Add Knowledge Source"
      submit="Add"
      onClose={onClose}
      onSubmit={submit}
      isBusy={isSaving}
      isBlocked={isBlank}
      isDirty={!add.isPending && (content.trim() !== '' || url.trim() !== '' || file !== null)}
    >
      {type === 'file'
        ? reason !== null && failure(knowledgeSentences.uploadFailed, reason)
        : add.error && failure(knowledgeSentences.addFailed, errorMessage(add.error, ''))}
      <Tabs
        label="Type"
        selected={type}
        onSelect={setType}
        panelClassName="pt-4 outline-none"
        tabs={[
          {
            key: 'manual',
            label: 'Manual',
            panel: (
              <TextArea
                label="Text"
                rows={7}
                maxLength={knowledgeLimits.manualText}
                placeholder={knowledgeSentences.content}
                value={content}
                onChange={(event) => setContent(event.target.value)}
              />
            ),
          },
          {
            key: 'url',
            label: 'URL',
            panel: (
              <TextInput
                label="Page URL"
                type="url"
                inputMode="url"
                maxLength={knowledgeLimits.url}
                placeholder="https://acme.com/help"
                error={urlProblem ? knowledgeSentences.url : undefined}
                value={url}
                onChange={(event) => setUrl(event.target.value)}
                onBlur={() => setUrlTouched(true)}
              />
            ),
          },
          {
            key: 'file',
            label: 'File',
            panel: <FileDrop accepts={accepts} file={file} step={step} onChoose={choose} onCancel={cancel} />,
          },
        ]}
      />
    </FormDialog>
  )
}

/** What did not work, and why where the server said so. */
function failure(sentence: string, reason: string) {
  return (
    <Notice>
      <p>{sentence}</p>
      {reason && <p className="text-small">{reason}</p>}
    </Notice>
  )
}
