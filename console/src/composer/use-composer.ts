import { messageLimits } from '@aichat/contracts/chat/messages'
import type { Session } from '@aichat/contracts/chat/sessions'
import { type UploadQueue, useUploadQueue } from '../attachments/upload-queue.ts'
import { getDraftFiles } from '../drafts/draft-files.ts'
import { toSavedFileCopies } from '../saved-replies/queries.ts'
import { sendMessage } from '../sync/send-message.ts'
import type { Rewrite } from '../sync/thread.ts'
import { toast } from '../ui/feedback/toasts.ts'
import { useEmojiCompletion } from './use-emoji-completion.ts'
import { type MessageField, useMessageField } from './use-message-field.ts'
import { useSlashCompletion } from './use-slash-completion.ts'
import { useTypingAnnouncement } from './use-typing-announcement.ts'
import { useAssistant } from './use-writing-assistant.ts'

export type ComposerState = ReturnType<typeof useComposer>

type SendOptions = { text?: string; rewrite?: Rewrite; onStored?: () => void }

/** The message that is being written in one conversation: text, files, writing assistant, completions and sending. */
export function useComposer(session: Session) {
  const { sessionId } = session
  const isReadOnly = session.status !== 'active'
  const field = useMessageField(sessionId)
  const typing = useTypingAnnouncement(sessionId)
  const queue = getDraftFiles(sessionId)
  const files = useUploadQueue(queue)
  const attachments = files.flatMap(({ attachment }) => attachment ?? [])
  const isUploading = files.some(({ attachment }) => attachment === null)
  const assistant = useAssistant({
    sessionId,
    text: field.text,
    onText: field.fill,
    onSend: (text, rewrite) => send({ text, rewrite }),
  })

  const isTooLong = field.text.length > messageLimits.text

  /** Returns whether the message was sent. `onStored` runs when the server has stored it. */
  function send({ text = field.text, rewrite = assistant.rewrite, onStored }: SendOptions = {}): boolean {
    const isBlank = text.trim() === ''
    if (
      isReadOnly ||
      isUploading ||
      text.length > messageLimits.text ||
      (isBlank && attachments.length === 0)
    )
      return false
    typing.stop()
    sendMessage(sessionId, text, { attachments, rewrite: isBlank ? undefined : rewrite, onStored })
    field.fill('')
    queue.clear()
    assistant.reset()
    return true
  }

  /** Replaces the message by a text that was not made from it. */
  function replaceText(text: string) {
    assistant.reset()
    field.fill(text)
  }

  return {
    sessionId,
    isReadOnly,
    field,
    typing,
    queue,
    assistant,
    completion: useCompletions(session, { field, queue, onReplace: assistant.reset }),
    isTooLong,
    canSend: !isUploading && !isTooLong && (field.text.trim() !== '' || attachments.length > 0),
    send,
    replaceText,
    /** Sends a quick reply and leaves the draft as it is. */
    sendQuickReply: (text: string) => sendMessage(sessionId, text, { rewrite: assistant.rewriteOfOther }),
    addFiles: (files: readonly File[]) => showError(queue.addFiles(files)),
  }
}

/** Saved replies after a slash, otherwise emoji after a colon. */
function useCompletions(
  session: Session,
  { field, queue, onReplace }: { field: MessageField; queue: UploadQueue; onReplace: () => void },
) {
  const slash = useSlashCompletion(session, {
    text: field.text,
    caret: field.caret,
    onChoose({ from, to }, text, savedReply) {
      onReplace()
      field.replaceRange(from, to, text)
      if (savedReply) showError(queue.addCopies(toSavedFileCopies(session.sessionId, savedReply)))
    },
  })
  const emoji = useEmojiCompletion(field.text, field.caret, field.replaceRange)
  return slash.isOpen ? slash : emoji
}

function showError(message: string | null) {
  if (message) toast(message, { tone: 'bad' })
}
