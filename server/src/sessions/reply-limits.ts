import type { Language } from '@aichat/contracts/languages'
import type { App } from '../app.ts'
import { createHandover } from '../replies/build-reply.ts'
import { asksForPerson } from '../replies/small-talk/small-talk.ts'
import type { Reply } from '../replies/types.ts'
import { hasRepliesSince, incrementReplyCounts } from './reply-store.ts'
import type { SessionState } from './state.ts'

/**
 * Limits an exchange with another program, which never ends. It is the number of AI replies within an hour without a person's reply.
 */
const maxRepliesPerHour = 50
const hourMs = 3_600_000

/** The visitor's pending question and the language that it is in. */
type AskedQuestion = { companyId: string; projectId: string; question: string; language: Language }

/**
 * A hand-over where a limit is reached, checked before any model is called; otherwise null. Counts the reply. A request for a
 * person needs no model and is never limited, so that its hand-over has the right reason.
 */
export async function findLimitHandover(
  { db, clock, settings }: Pick<App, 'db' | 'clock' | 'settings'>,
  state: SessionState,
  { companyId, projectId, question, language }: AskedQuestion,
): Promise<Reply | null> {
  if (asksForPerson(question, language)) return null
  const { sessionId, visitorId, consecutiveAiReplies } = state
  if (consecutiveAiReplies >= maxRepliesPerHour) {
    const since = new Date(clock.now() - hourMs).toISOString()
    const hasReached = await db.company(companyId, (sql) =>
      hasRepliesSince(sql, sessionId, maxRepliesPerHour, since),
    )
    if (hasReached) return createHandover('turn_cap')
  }
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  const counts = await db.company(companyId, (sql) =>
    incrementReplyCounts(sql, { companyId, projectId, visitorId }, day),
  )
  const isOverBudget =
    counts.byVisitor > settings.aiRepliesPerVisitor || counts.byProject > settings.aiRepliesPerProject
  return isOverBudget ? createHandover('budget') : null
}
