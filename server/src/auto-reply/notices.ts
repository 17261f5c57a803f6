import type { HandoverReason } from '@aichat/contracts/ai/reply-traces'
import type { Language } from '@aichat/contracts/kit/languages'
import type { App } from '../app.ts'
import { phrases } from '../replies/language/phrases.ts'
import { companyPresenceKey } from '../staff-channel/presence.ts'

/** The language of the visitor, and whether any agent is online. */
export type NoticeContext = { language: Language; isTeamOnline: boolean }

/** What the visitor reads when the AI asks the team to help. */
export function formatHandover(reason: HandoverReason, { language, isTeamOnline }: NoticeContext): string {
  const notices = phrases[language].notices
  return `${notices[reason]} ${isTeamOnline ? notices.online : notices.away}`
}

/** What the visitor reads when the team has been asked to help already. */
export function formatAcknowledgement({ language, isTeamOnline }: NoticeContext): string {
  const { acknowledged, acknowledgedAway } = phrases[language].notices
  return isTeamOnline ? acknowledged : acknowledgedAway
}

/** The list of suggested pages and texts with its introduction, for clients that show no cards. */
export function formatSuggestions(list: string, language: Language): string {
  return `${phrases[language].notices.suggestions}\n\n${list}`
}

export async function isTeamOnline({ presence }: Pick<App, 'presence'>, companyId: string): Promise<boolean> {
  const [isOnline = false] = await presence.arePresent([companyPresenceKey(companyId)])
  return isOnline
}
