import type { HandoverReason } from '@aichat/contracts/reply-traces'
import type { App } from '../app.ts'
import type { Reply } from '../replies/answer.ts'
import { incrementReplyCounts } from './reply-store.ts'
import type { SessionState } from './state.ts'

/** After this many replies in a row without a person, the conversation is probably going in circles. */
const maxRepliesInARow = 20

/** A hand-over where a limit is reached, checked before any model is called; otherwise null. Counts the reply. */
export async function findLimitHandover(
  { db, clock, settings }: Pick<App, 'db' | 'clock' | 'settings'>,
  state: SessionState,
  scope: { companyId: string; projectId: string },
): Promise<Reply | null> {
  if (state.aiStreak >= maxRepliesInARow) return createHandover('turn_cap')
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  const counts = await db.company(scope.companyId, (sql) =>
    incrementReplyCounts(sql, { ...scope, visitorId: state.visitorId }, day),
  )
  const isOverBudget =
    counts.byVisitor > settings.aiRepliesPerVisitor || counts.byProject > settings.aiRepliesPerProject
  return isOverBudget ? createHandover('budget') : null
}

/** A hand-over that no search or model was involved in. */
export function createHandover(reason: HandoverReason): Reply {
  return {
    kind: 'handover',
    reason,
    agentName: '',
    trace: {
      question: '',
      outcome: reason,
      model: 'built-in',
      prompt: { key: 'answer', version: 0 },
      passages: [],
      removed: [],
    },
  }
}
