import type { Language } from '@aichat/contracts/kit/languages'
import type { App } from '../app.ts'
import type { Sql } from '../kit/db/db.ts'
import type { SessionState } from '../messages/state-fields.ts'
import { asksForPerson } from '../replies/small-talk/small-talk.ts'
import { hasRepliesSince, incrementReplyCounts } from './store.ts'

/**
 * Limits an exchange with another program, which never ends. It is the number of AI replies within an hour without a person's reply.
 */
const maxRepliesPerHour = 50
const hourMs = 3_600_000

type AskedQuestion = { companyId: string; question: string; language: Language }

/**
 * The limit that the conversation, the visitor or the project has reached, checked before any model is called; otherwise null.
 * Counts the reply. A request for a person needs no model and is never limited, so that its hand-over has the right reason.
 */
export async function findReachedLimit(
  { clock, settings }: Pick<App, 'clock' | 'settings'>,
  sql: Sql,
  { sessionId, projectId, visitorId, consecutiveAiReplies }: SessionState,
  { companyId, question, language }: AskedQuestion,
): Promise<'turn_cap' | 'budget' | null> {
  if (asksForPerson(question, language)) return null
  if (consecutiveAiReplies >= maxRepliesPerHour) {
    const since = new Date(clock.now() - hourMs).toISOString()
    if (await hasRepliesSince(sql, sessionId, maxRepliesPerHour, since)) return 'turn_cap'
  }
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  const counts = await incrementReplyCounts(sql, { companyId, projectId, visitorId }, day)
  const isOverBudget =
    counts.byVisitor > settings.aiRepliesPerVisitor || counts.byProject > settings.aiRepliesPerProject
  return isOverBudget ? 'budget' : null
}
