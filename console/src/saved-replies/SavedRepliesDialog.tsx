import type { SavedReply } from '@aichat/contracts/chat/saved-replies'
import { commonSentences } from '@aichat/contracts/kit/common'
import { useEffect, useRef, useState } from 'react'
import { useUploadQueue } from '../attachments/upload-queue.ts'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { createReplyFiles, useDeleteReply, useSaveReply } from './queries.ts'
import { type ReplyDraft, SavedReplyForm } from './SavedReplyForm.tsx'
import { SavedReplyList } from './SavedReplyList.tsx'

const emptyDraft: ReplyDraft = { id: null, name: '', text: '' }

/** The saved replies of the company: a list, and a form to add or edit one. */
export function SavedRepliesDialog({ onClose }: { onClose: () => void }) {
  const save = useSaveReply()
  const remove = useDeleteReply()
  const [draft, setDraft] = useState(emptyDraft)
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  }, [draft])
  const [queue, setQueue] = useState(() => createReplyFiles())
  const files = useUploadQueue(queue)
  const error = save.error ?? remove.error

  function startDraft(reply?: SavedReply) {
    queue.clear()
    setQueue(createReplyFiles(reply))
    setDraft(reply ?? emptyDraft)
  }

  function onSave(fileIds: string[]) {
    const { id, name, text } = draft
    return save.mutateAsync(
      { id, name, text, files: fileIds },
      // Text that was typed while the request was running stays.
      { onSuccess: () => latest.current === draft && startDraft() },
    )
  }

  function onDelete({ id }: SavedReply) {
    remove.mutate(id, { onSuccess: () => id === latest.current.id && startDraft() })
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
        <p className="text-ink-2">Type / in a message to use one.</p>
        {error && <Notice>{errorMessage(error, commonSentences.unexpected)}</Notice>}
        <SavedReplyList isDeleting={remove.isPending} onEdit={startDraft} onDelete={onDelete} />
        <SavedReplyForm
          draft={draft}
          queue={queue}
          isSaving={save.isPending}
          onChange={setDraft}
          onSave={onSave}
          onCancel={() => startDraft()}
        />
      </div>
    </Dialog>
  )
}
