import { attachmentLimits } from '@aichat/contracts/chat/attachments'
import { messageLimits, messageSentences } from '@aichat/contracts/chat/messages'
import { savedReplyLimits, savedReplyVariables } from '@aichat/contracts/chat/saved-replies'
import { Paperclip } from 'lucide-react'
import { useRef, useState } from 'react'
import { FileInput } from '../attachments/FileInput.tsx'
import { UploadList } from '../attachments/UploadList.tsx'
import { type UploadQueue, useUploadQueue } from '../attachments/upload-queue.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { TextArea } from '../ui/forms/TextArea.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'

const fileLimits = `Up to ${attachmentLimits.perMessage} files of ${attachmentLimits.bytes / 1024 / 1024} MB each: images (PNG, JPEG, GIF, WebP), PDF and text.`
const placeholders = savedReplyVariables.map((name) => `{${name}}`).join(', ')

export type ReplyDraft = { id: string | null; name: string; text: string }

type Props = {
  draft: ReplyDraft
  queue: UploadQueue
  isSaving: boolean
  onChange: (draft: ReplyDraft) => void
  onSave: (fileIds: string[]) => unknown
  onCancel: () => void
}

export function SavedReplyForm({ draft, queue, isSaving, onChange, onSave, onCancel }: Props) {
  const files = useUploadQueue(queue)
  const fileIds = files.flatMap(({ attachment }) => attachment?.id ?? [])
  const isTooLong = draft.text.length > messageLimits.text
  const isComplete =
    !isTooLong && draft.name.trim() !== '' && draft.text.trim() !== '' && fileIds.length === files.length

  return (
    <Form
      isBusy={isSaving}
      onSubmit={() => isComplete && onSave(fileIds)}
      className="flex flex-col gap-3 border-t pt-4"
    >
      <TextInput
        label="Name"
        maxLength={savedReplyLimits.name}
        value={draft.name}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
      <TextArea
        label="Reply"
        hint={`Placeholders: ${placeholders}`}
        limit={messageLimits.text}
        counted={draft.text.length}
        error={isTooLong ? messageSentences.longText : undefined}
        value={draft.text}
        onChange={(event) => onChange({ ...draft, text: event.target.value })}
      />
      <ReplyFiles queue={queue} />
      <div className="flex justify-end gap-2">
        {draft.id && <Button onPress={onCancel}>Cancel edit</Button>}
        <Button type="submit" variant="primary" isBusy={isSaving} isDisabled={!isComplete}>
          {draft.id ? 'Save reply' : 'Add reply'}
        </Button>
      </div>
    </Form>
  )
}

function ReplyFiles({ queue }: { queue: UploadQueue }) {
  const [result, setResult] = useState<{ queue: UploadQueue; error: string | null }>()
  const input = useRef<HTMLInputElement>(null)
  // Each draft has its own queue, so the error of the previous draft is not shown.
  const error = result?.queue === queue ? result.error : null
  return (
    <div className="flex flex-col items-start gap-1.5">
      <UploadList label="Files of the reply" queue={queue} />
      <Button
        size="compact"
        icon={<Paperclip aria-hidden size={14} strokeWidth={1.75} />}
        onPress={() => input.current?.click()}
      >
        Add files
      </Button>
      <p className="text-caption text-muted">{fileLimits}</p>
      {error && (
        <p role="alert" className="text-bad">
          {error}
        </p>
      )}
      <FileInput
        ref={input}
        name="files of the reply"
        onFiles={(chosen) => setResult({ queue, error: queue.addFiles(chosen) })}
      />
    </div>
  )
}
