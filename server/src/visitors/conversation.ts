import { visitorSentences } from '@aichat/contracts/visitors'
import type { App } from '../app.ts'
import { Refusal } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import { latestRelease } from '../releases/store.ts'
import { tellCompany } from '../sessions/change.ts'
import type { Draft, Post, Posted } from '../sessions/post.ts'
import { findSession } from '../sessions/store.ts'
import { formComesFirst } from './public-config.ts'
import { addSession, type CurrentSession, currentSession, lockVisitor, type Visitor } from './store.ts'

type Parts = { app: App; post: Post }
/** Who writes, and from which address; both proven. */
export type Writer = { visitor: Visitor; address: string }

/** The visitor's conversation to write into: the running or the last closed one, else a new one of the newest release. */
export async function openConversation(
  { app }: Parts,
  { visitor, address }: Writer,
  isForm: boolean,
): Promise<CurrentSession> {
  const { companyId } = visitor
  const current = await app.db.company(companyId, (sql) => currentSession(sql, visitor.id))
  if (current && (isForm || current.lastSeq > 0)) return current
  const release = await app.db.company(companyId, (sql) => latestRelease(sql, visitor.projectId))
  if (!release) throw new Refusal(404, visitorSentences.unavailable, 'not_found')
  if (!isForm && formComesFirst(release))
    throw new Refusal(409, visitorSentences.formFirst, 'prechat_required')
  if (current) return current
  await app.limits.take('newConversation', address)
  return app.db.company(companyId, async (sql) => {
    await lockVisitor(sql, visitor.id)
    const begun = await currentSession(sql, visitor.id)
    if (begun) return begun
    const { agent } = release.config
    await addSession(sql, {
      id: newId(),
      companyId,
      projectId: visitor.projectId,
      visitorId: visitor.id,
      releaseNumber: release.number,
      autoReply: agent.autoReply,
      autoReplySeconds: agent.autoReplyRateLimit,
    })
    return (await currentSession(sql, visitor.id)) as CurrentSession
  })
}

/** Posts into a conversation, and shows the whole of it to the company when it is new there, or back again. */
export async function postAndAnnounce(
  { app, post }: Parts,
  { visitor }: Writer,
  session: CurrentSession,
  draft: Omit<Draft, 'sessionId' | 'visitorId'>,
): Promise<Posted> {
  const posted = await post(visitor.companyId, {
    ...draft,
    sessionId: session.sessionId,
    visitorId: visitor.id,
  })
  if (posted.message.seq === 1 || session.status !== 'active') {
    const stored = await app.db.company(visitor.companyId, (sql) => findSession(sql, session.sessionId))
    if (stored) await tellCompany(app, stored)
  }
  return posted
}
