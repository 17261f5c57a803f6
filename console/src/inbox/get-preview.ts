import type { Message } from '@aichat/contracts/chat/messages'
import { toPlainText } from '@aichat/contracts/chat/rich-text'
import type { Session } from '@aichat/contracts/chat/sessions'

/**
 * One line of plain text: the visitor's last message where a person is needed, otherwise the last message. The visitor's own
 * stands alone; others begin with their author.
 */
export function getPreview(session: Session): string {
  const { text, from, isAi } = getShownMessage(session)
  const author = isAi ? 'AI: ' : from === 'agent' ? 'Reply: ' : ''
  return author + toPlainText(text)
}

/** The last message; where it does not contain the search term, the earlier message or detail of the visitor that does. */
export function getSearchPreview(session: Session, search: string): string {
  const { visitor, searchMatch } = session
  const last = getPreview(session)
  if (!search || [last, visitor.name, visitor.email].some((text) => contains(text, search))) return last
  return searchMatch ? toPlainText(searchMatch) : (findDetail(visitor, search) ?? last)
}

/** Details that a row does not show otherwise, with their name: "plan: yearly". */
function findDetail({ externalId, attributes }: Session['visitor'], search: string): string | null {
  const details = Object.entries({ 'Customer ID': externalId ?? null, ...attributes })
  const found = details.find(([, value]) => contains(value, search))
  return found ? found.join(': ') : null
}

function contains(value: string | number | boolean | null, search: string): boolean {
  return value !== null && String(value).toLowerCase().includes(search.toLowerCase())
}

function getShownMessage(session: Session): Pick<Message, 'text' | 'from' | 'isAi'> {
  const { needsHuman, lastVisitorMessage, lastMessage, lastMessageFrom, lastMessageIsAi } = session
  return needsHuman && lastVisitorMessage !== null
    ? { text: lastVisitorMessage, from: 'visitor', isAi: false }
    : { text: lastMessage ?? '', from: lastMessageFrom ?? 'system', isAi: lastMessageIsAi }
}
