import { conversationLinkDays } from '@aichat/contracts/chat/visitors'
import type { App } from '../app.ts'
import type { Sql } from '../kit/db/db.ts'
import { hashToken, newOpaqueToken } from '../kit/security/tokens.ts'
import { addConversationLink, type ConversationLink } from './link-store.ts'

const tokenPrefix = 'cl'
const dayMs = 86_400_000

/** Returns the URL of a page that opens this conversation only, for a week, without the visitor's own token. */
export async function createConversationLink(
  sql: Sql,
  { clock, settings }: Pick<App, 'clock' | 'settings'>,
  link: ConversationLink & { publicKey: string },
): Promise<string> {
  const token = newOpaqueToken(tokenPrefix)
  const now = clock.now()
  await addConversationLink(sql, link, {
    tokenHash: hashToken(token),
    expiresAt: new Date(now + conversationLinkDays * dayMs).toISOString(),
    now: new Date(now).toISOString(),
  })
  // The fragment of a URL is not sent to servers, so the token is in no log.
  return `${settings.widgetUrl ?? settings.publicUrl}/widgets/conversation/${link.publicKey}#${token}`
}

export function isConversationLink(token: string): boolean {
  return token.startsWith(`${tokenPrefix}_`)
}
