import { toPlainText } from '@aichat/contracts/rich-text'
import type { Session } from '@aichat/contracts/sessions'

/** The last message as one line of plain text. The visitor's own stands alone; others begin with their author. */
export function getPreview({
  lastMessage,
  lastMessageFrom,
  lastMessageIsAi,
  lastPersonMessage,
  needsHuman,
}: Session): string {
  // After a hand-over, the mark beside it says what the hand-over says.
  if (needsHuman && lastMessageFrom === 'system') return toPlainText(lastPersonMessage ?? '')
  if (!lastMessage) return ''
  const author = lastMessageIsAi ? 'AI: ' : lastMessageFrom === 'agent' ? 'Reply: ' : ''
  return author + toPlainText(lastMessage)
}
