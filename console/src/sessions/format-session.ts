import { type Session, sessionSentences } from '@aichat/contracts/chat/sessions'
import { initials } from '../kit/format/format.ts'

export function visitorName(session: Session): string {
  return session.visitor.name?.trim() || sessionSentences.guest
}

/** Whether the visitor has given a name. All others have the name "Guest Visitor". */
export function isNamed({ visitor }: Session): boolean {
  return Boolean(visitor.name?.trim())
}

/** "#4821"; empty for a conversation without a number. */
export function sessionNumber({ number }: Session): string {
  return number === null ? '' : `#${number}`
}

/** Of the name, or the last two digits of the number: all guests have the same name. */
export function visitorInitials(session: Session): string {
  if (isNamed(session) || session.number === null) return initials(visitorName(session))
  return String(session.number).slice(-2)
}

/** A session that is not active is never online. */
export function isOnline(session: Session): boolean {
  return session.status === 'active' && session.online
}
