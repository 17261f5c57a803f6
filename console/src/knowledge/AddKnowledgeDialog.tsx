import { isWebUrl } from '@aichat/contracts/common'
import { type KnowledgeDraft, knowledgeLimits, knowledgeSentences } from '@aichat/contracts/knowledge'
import { useId, useState } from 'react'
import { sentenceOf } from '../kit/failure.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { useAddKnowledge } from './queries.ts'

type Props = { projectId: string; onClose: () => void }

export function AddKnowledgeDialog({ projectId, onClose }: Props) {
  const formId = useId()
  const add = useAddKnowledge(projectId)
  const [type, setType] = useState<KnowledgeDraft['type']>('manual')
  const [content, setContent] = useState('')
  const [url, setUrl] = useState('')
  const [isUrlTouched, setUrlTouched] = useState(false)
  const isBlank = (type === 'manual' ? content : url).trim() === ''
  const urlProblem = isUrlTouched && url.trim() !== '' && !isWebUrl(url.trim())

  function submit() {
    // As specified, a save with empty input does nothing.
    if (isBlank || add.isPending) return
    setUrlTouched(true)
    if (type === 'url' && !isWebUrl(url.trim())) return
    add.mutate(type === 'manual' ? { type, content } : { type, url: url.trim() }, { onSuccess: onClose })
  }

  return (
    <Dialog
      title="Add Knowledge Source"
      isOpen
      onClose={onClose}
      isDirty={!add.isPending && (content.trim() !== '' || url.trim() !== '')}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            look="primary"
            isBusy={add.isPending}
            isDisabled={isBlank && !add.isPending}
          >
            Add
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        className="flex flex-col gap-4"
      >
        {add.error && <Notice>{sentenceOf(add.error, knowledgeSentences.addFailed)}</Notice>}
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
          ]}
        />
      </form>
    </Dialog>
  )
}
