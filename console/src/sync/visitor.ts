import { type Session, sessionSentences } from '@aichat/contracts/sessions'

export function visitorName(session: Session): string {
  return session.visitor.name?.trim() || sessionSentences.guest
}

/** A session that is not active is never online. */
export function isOnline(session: Session): boolean {
  return session.status === 'active' && session.online
}
