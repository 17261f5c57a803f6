import { type Replay, replaySentences } from '@aichat/contracts/ai/replays'
import { publishPassed } from '../answer-tests/apply-run.ts'
import { recordAuditEvent } from '../audit/store.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Actor } from '../kit/http/caller.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { lockState } from '../releases/answer-state-store.ts'
import { findReplay, markReviewed } from './store.ts'

/**
 * Notes that a person has read the answers that change. In automatic mode, they go live if they waited for nothing else.
 * @throws a refusal while the replay runs, and when the draft or the live answers have changed since
 */
export async function reviewReplay(
  sql: Sql,
  actor: Actor & { userId: string },
  project: { id: string; name: string },
  replayId: string,
): Promise<Replay> {
  await lockState(sql, project.id)
  const replay = (await findReplay(sql, project.id, replayId)) ?? notFound()
  if (!replay.isCurrent || replay.finishedAt === null) refuse(409, replaySentences.notCurrent)
  if (replay.review !== null) return replay
  await markReviewed(sql, project.id, replayId, actor.userId)
  const subject = { kind: 'project' as const, id: project.id, name: project.name }
  await recordAuditEvent(sql, actor, 'answers_reviewed', subject)
  const reviewed = (await findReplay(sql, project.id, replayId)) ?? notFound()
  await publishPassed(sql, project.id)
  return reviewed
}
