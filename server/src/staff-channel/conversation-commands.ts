import { messageLimits } from '@aichat/contracts/chat/messages'
import { sessionSentences } from '@aichat/contracts/chat/sessions'
import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import type { App } from '../app.ts'
import { companyRoom } from '../companies/rooms.ts'
import { refuse } from '../kit/http/refusal.ts'
import type { Post } from '../messages/post.ts'
import { listMessages } from '../messages/store.ts'
import { addPresence, findCompanySession, findSessionWithPresence } from '../sessions/guard.ts'
import type { StoredSession } from '../sessions/session-fields.ts'
import { getRevisions, listSessionsChangedSince } from '../sessions/store.ts'
import { requestForm } from './request-form.ts'
import type { StaffCommandHandlers, StaffContext } from './types.ts'

type ConversationCommands = Pick<
  StaffCommandHandlers,
  'agent:join' | 'agent:request_prechat' | 'session:patched' | 'sync'
>

const maxChangedSessions = 200

/** @throws Refusal when the conversation does not exist or belongs to another tenant */
export async function requireStaffSession(
  app: Pick<App, 'db'>,
  { caller }: StaffContext,
  sessionId: string,
): Promise<StoredSession> {
  return (
    (await findCompanySession(app, caller.companyId, sessionId)) ?? refuse(404, sessionSentences.joinFailed)
  )
}

export function createConversationCommands(
  app: Pick<App, 'db' | 'presence' | 'realtime'> & { post: Post },
): ConversationCommands {
  return {
    'agent:join': (context, { sessionId, lastSeq }) => joinConversation(app, context, sessionId, lastSeq),

    'agent:request_prechat': async (context, { sessionId }) => {
      await requestForm(app, context.caller, await requireStaffSession(app, context, sessionId))
      return {}
    },

    // The count in the payload is ignored: the value in the database is published.
    'session:patched': async ({ caller }, { sessionId }) => {
      const session =
        (await findSessionWithPresence(app, caller.companyId, sessionId)) ??
        refuse(404, sessionSentences.joinFailed)
      app.realtime.publish(companyRoom(caller.companyId), staffEvents, 'session:patched', {
        sessionId,
        patch: { unreadCountAgent: session.unreadCountAgent },
      })
      return {}
    },

    sync: ({ caller }, { rev }) => syncSessions(app, caller.companyId, rev),
  }
}

/**
 * Answers the conversations that have changed since a revision, and the revision that the client has then. With `hasMore` it
 * should ask again at once; with `reset` conversations have been removed, so that its lists must be loaded again.
 */
async function syncSessions(app: Pick<App, 'db' | 'presence'>, companyId: string, rev: number | null) {
  const { current, found } = await app.db.company(companyId, async (sql) => ({
    current: await getRevisions(sql),
    found: rev === null ? null : await listSessionsChangedSince(sql, rev, maxChangedSessions),
  }))
  if (rev === null || !found) return { rev: current.rev, changed: [] }
  const hasMore = found.sessions.length >= maxChangedSessions && found.lastRev < current.rev
  return {
    rev: hasMore ? found.lastRev : current.rev,
    changed: await addPresence(app, found.sessions),
    ...(hasMore ? { hasMore } : {}),
    ...(current.removedRev > rev ? { reset: true } : {}),
  }
}

/** Answers the messages after `lastSeq`, or the newest page with `reset` when too many were missed. */
async function joinConversation(
  app: Pick<App, 'db' | 'presence'>,
  context: StaffContext,
  sessionId: string,
  lastSeq: number | null | undefined,
) {
  const stored = await requireStaffSession(app, context, sessionId)
  const missed = typeof lastSeq === 'number' ? { after: lastSeq, limit: messageLimits.pageSizeMax } : null
  const newestPage = { limit: messageLimits.pageSize }
  const { messages, hasMore } = await app.db.company(context.caller.companyId, (sql) =>
    listMessages(sql, sessionId, missed ?? newestPage),
  )
  const [session] = await addPresence(app, [stored])
  if (!session) refuse(404, sessionSentences.joinFailed)
  if (!missed || !hasMore) return { messages, session }
  const newest = await app.db.company(context.caller.companyId, (sql) =>
    listMessages(sql, sessionId, newestPage),
  )
  return { messages: newest.messages, session, reset: true }
}
