import { type KnowledgeExtension, knowledgeLimits, knowledgeSentences } from '@aichat/contracts/ai/knowledge'
import { isWebUrl } from '@aichat/contracts/kit/common'
import { useState } from 'react'
import { errorMessage } from '../../kit/http/api-error.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { FormDialog } from '../../ui/overlay/FormDialog.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useAddKnowledge } from '../queries.ts'
import { FileDrop } from './FileDrop.tsx'
import { useFileUpload } from './use-file-upload.ts'

type Props = { projectId: string; accepts: readonly KnowledgeExtension[]; onClose: () => void }

export function AddKnowledgeDialog({ projectId, accepts, onClose }: Props) {
  const add = useAddKnowledge(projectId)
  const [type, setType] = useState<'manual' | 'url' | 'file'>('manual')
  const [title, setTitle] = useState('')
  const [content, setContent] = useState('')
  const [url, setUrl] = useState('')
  const [isUrlChecked, setUrlChecked] = useState(false)
  const { file, step, reason, choose, start, cancel } = useFileUpload(projectId, onClose)
  const isBlank = type === 'file' ? !file : (type === 'manual' ? content : url).trim() === ''
  const isSaving = add.isPending || step.name !== 'idle'

  function submit() {
    // Saving without input does nothing.
    if (isBlank) return
    if (type === 'file') return start()
    if (type === 'manual' && content.length > knowledgeLimits.manualText) return
    setUrlChecked(true)
    if (type === 'url' && !isWebUrl(url.trim())) return
    return add.mutateAsync(type === 'manual' ? { type, content, title } : { type, url: url.trim() }, {
      onSuccess: onClose,
    })
  }

  const text = (
    <div className="flex flex-col gap-4">
      <ManualText value={content} onChange={setContent} />
      <ManualTitle value={title} onChange={setTitle} />
    </div>
  )
  const page = (
    <PageUrl value={url} isChecked={isUrlChecked} onChange={setUrl} onBlur={() => setUrlChecked(true)} />
  )
  return (
    <FormDialog
      title="Add Knowledge Source"
      submit="Add"
      onClose={onClose}
      onSubmit={submit}
      isBusy={isSaving}
      isBlocked={isBlank}
      isDirty={!add.isPending && (`${title}${content}`.trim() !== '' || url.trim() !== '' || file !== null)}
    >
      {type === 'file' && reason !== null && (
        <Failure message={knowledgeSentences.uploadFailed} reason={reason} />
      )}
      {type !== 'file' && add.error && (
        <Failure message={knowledgeSentences.addFailed} reason={errorMessage(add.error, '')} />
      )}
      <Tabs
        label="Type"
        selected={type}
        onSelect={setType}
        panelClassName="pt-4 outline-none"
        tabs={[
          { key: 'manual', label: 'Manual', panel: text },
          { key: 'url', label: 'URL', panel: page },
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

type FieldProps = { value: string; onChange: (value: string) => void }

function ManualText({ value, onChange }: FieldProps) {
  return (
    <TextArea
      label="Text"
      hint="Plain text or Markdown."
      rows={7}
      limit={knowledgeLimits.manualText}
      counted={value.length}
      error={value.length > knowledgeLimits.manualText ? knowledgeSentences.longContent : undefined}
      placeholder={knowledgeSentences.content}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function ManualTitle({ value, onChange }: FieldProps) {
  return (
    <TextInput
      label="Title"
      hint="Optional. Without one, the first line of the text is used."
      maxLength={knowledgeLimits.title}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function PageUrl({
  value,
  isChecked,
  onChange,
  onBlur,
}: FieldProps & { isChecked: boolean; onBlur: () => void }) {
  const isInvalid = isChecked && value.trim() !== '' && !isWebUrl(value.trim())
  return (
    <TextInput
      label="Page URL"
      type="url"
      inputMode="url"
      maxLength={knowledgeLimits.url}
      placeholder="https://acme.com/help"
      error={isInvalid ? knowledgeSentences.url : undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  )
}

/** What failed, and the reason if the server gave one. */
function Failure({ message, reason }: { message: string; reason: string }) {
  return (
    <Notice>
      <p>{message}</p>
      {reason && <p className="text-small">{reason}</p>}
    </Notice>
  )
}
