import { toPlainText } from '@aichat/contracts/chat/rich-text'
import type { Session } from '@aichat/contracts/chat/sessions'

/** The last message as one line of plain text. The visitor's own stands alone; others begin with their author. */
export function getPreview(session: Session): string {
  const { text, from, isAi } = getShownMessage(session)
  if (!text) return ''
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

/** After a hand-over the message before it: the mark beside it says what the hand-over says. */
function getShownMessage(session: Session) {
  const { lastMessage, lastMessageFrom, lastMessageIsAi } = session
  if (!session.needsHuman || lastMessageFrom !== 'system')
    return { text: lastMessage, from: lastMessageFrom, isAi: lastMessageIsAi }
  const { lastPersonMessage, lastPersonMessageFrom, lastPersonMessageIsAi } = session
  return { text: lastPersonMessage, from: lastPersonMessageFrom, isAi: lastPersonMessageIsAi }
}
