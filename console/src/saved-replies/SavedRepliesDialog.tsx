import { attachmentLimits } from '@aichat/contracts/attachments'
import { commonSentences } from '@aichat/contracts/common'
import { messageLimits } from '@aichat/contracts/messages'
import { type SavedReply, savedReplyLimits, savedReplyVariables } from '@aichat/contracts/saved-replies'
import { Paperclip, Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { FileInput } from '../attachments/FileInput.tsx'
import { FileTray } from '../attachments/FileTray.tsx'
import { useTray } from '../attachments/upload-queue.ts'
import { errorMessage } from '../kit/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FileNames } from '../ui/FileNames.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { RetryButton } from '../ui/RetryButton.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { filesOfReply, useRemoveReply, useSavedReplies, useSaveReply } from './queries.ts'

const blank = { id: null as string | null, name: '', text: '' }
const limits = `Up to ${attachmentLimits.perMessage} files of ${attachmentLimits.bytes / 1024 / 1024} MB each: pictures (PNG, JPEG, GIF, WebP), PDF and text.`
const variables = savedReplyVariables.map((name) => `{${name}}`).join(', ')

/** Replies that everybody of the company can use by typing a slash. */
export function SavedRepliesDialog({ onClose }: { onClose: () => void }) {
  const { data: replies, isError, refetch } = useSavedReplies()
  const save = useSaveReply()
  const remove = useRemoveReply()
  const [draft, setDraft] = useState(blank)
  const [tray, setTray] = useState(() => filesOfReply())
  const [leftOut, setLeftOut] = useState<string | null>(null)
  const files = useTray(tray)
  const input = useRef<HTMLInputElement>(null)
  const isEmpty = draft.name.trim() === '' || draft.text.trim() === ''
  const ids = files.flatMap(({ attachment }) => attachment?.id ?? [])
  const isReady = !isEmpty && ids.length === files.length
  const problem = save.error ?? remove.error

  function begin(reply?: SavedReply) {
    tray.clear()
    setTray(filesOfReply(reply))
    setDraft(reply ?? blank)
    setLeftOut(null)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isReady || save.isPending) return
    const { id, name, text } = draft
    save.mutate({ id, name, text, files: ids }, { onSuccess: () => begin() })
  }

  return (
    <Dialog
      title="Saved replies"
      isOpen
      onClose={onClose}
      isDirty={draft.name.trim() !== '' || draft.text.trim() !== '' || files.length > 0}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">Type / at the start of a message to use one.</p>
        {problem && <Notice>{errorMessage(problem, commonSentences.unexpected)}</Notice>}
        {isError && <RetryButton onPress={refetch} />}
        <ul aria-label="Saved replies" className="flex flex-col divide-y divide-line">
          {replies?.map((reply) => (
            <li key={reply.id} className="flex items-center gap-2 py-1.5">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{reply.name}</p>
                <p className="truncate text-small text-ink-2">{reply.text}</p>
                {reply.files.length > 0 && (
                  <FileNames names={reply.files.map(({ name }) => name).join(', ')} />
                )}
              </div>
              <IconButton label={`Edit ${reply.name}`} onPress={() => begin(reply)}>
                <Pencil aria-hidden strokeWidth={1.75} />
              </IconButton>
              <IconButton
                label={`Remove ${reply.name}`}
                tone="danger"
                isDisabled={remove.isPending}
                onPress={() => remove.mutate(reply.id, { onSuccess: () => reply.id === draft.id && begin() })}
              >
                <Trash2 aria-hidden strokeWidth={1.75} />
              </IconButton>
            </li>
          ))}
        </ul>
        {replies?.length === 0 && <p className="text-ink-2">No saved replies yet.</p>}
        <form onSubmit={submit} className="flex flex-col gap-3 border-t pt-4">
          <TextInput
            label="Name"
            maxLength={savedReplyLimits.name}
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          />
          <TextArea
            label="Reply"
            hint={`Filled in when it is used: ${variables}`}
            maxLength={messageLimits.text}
            value={draft.text}
            onChange={(event) => setDraft({ ...draft, text: event.target.value })}
          />
          <div className="flex flex-col items-start gap-1.5">
            <FileTray label="Files of the reply" tray={tray} />
            <Button
              size="compact"
              icon={<Paperclip aria-hidden size={14} strokeWidth={1.75} />}
              onPress={() => input.current?.click()}
            >
              Add files
            </Button>
            <p className="text-caption text-muted">{limits}</p>
            {leftOut && (
              <p role="alert" className="text-small text-bad">
                {leftOut}
              </p>
            )}
            <FileInput
              ref={input}
              name="files of the reply"
              onFiles={(chosen) => setLeftOut(tray.addFiles(chosen))}
            />
          </div>
          <div className="flex justify-end gap-2">
            {draft.id && <Button onPress={() => begin()}>Cancel edit</Button>}
            <Button type="submit" variant="primary" isBusy={save.isPending} isDisabled={!isReady}>
              {draft.id ? 'Save reply' : 'Add reply'}
            </Button>
          </div>
        </form>
      </div>
    </Dialog>
  )
}
