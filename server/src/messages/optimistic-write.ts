import type { Db } from '../kit/db/db.ts'
import { type Draft, listSessionIds, planBatch } from './plan-batch.ts'
import { isDuplicateMessage, storePlan, type WriteBatch, type WrittenBatch } from './post.ts'
import { dependsOnRelease } from './state.ts'
import type { SessionStateCache } from './state-cache.ts'
import type { SessionState } from './state-fields.ts'

/**
 * Optimistic concurrency control around `write`: a batch whose conversations are all cached is planned without reading them
 * and stored by one statement, on condition that their versions are unchanged. Otherwise, and when that fails, `write` locks
 * and reads the conversations. The result is the same either way.
 */
export function createOptimisticWriter(db: Db, cache: SessionStateCache, write: WriteBatch): WriteBatch {
  return async (companyId, drafts, now) => {
    const written =
      (await writeFromCache({ db, cache }, companyId, drafts, now)) ?? (await write(companyId, drafts, now))
    cache.setWritten(companyId, written.states)
    return written
  }
}

/** Null, with nothing stored, unless every conversation is cached and unchanged and every draft is stored. */
async function writeFromCache(
  { db, cache }: { db: Db; cache: SessionStateCache },
  companyId: string,
  drafts: Draft[],
  now: string,
): Promise<WrittenBatch | null> {
  const states = drafts.some(needsRead) ? null : cache.getAll(companyId, listSessionIds(drafts))
  if (!states) return null
  const plan = planBatch(drafts, { states, storedMessages: new Map(), uploads: new Map() }, now)
  if (plan.newMessages.length < drafts.length) return null
  const releaseNumbers = listReleaseNumbers(states, drafts)
  try {
    const written = await db.company(companyId, (sql) => storePlan(sql, companyId, plan, releaseNumbers))
    if (!written) cache.delete(plan.changedStates)
    return written
  } catch (error) {
    if (isDuplicateMessage(error)) return null
    throw error
  }
}

/** Attachments are not cached, and a reply of the AI follows on a claim that has just changed the conversation's row. */
function needsRead({ attachments, effect }: Draft): boolean {
  return Boolean(attachments?.length) || effect.repliesToSeq !== undefined
}

/** The number of the live release, by conversation, for those whose new state depends on its settings. */
function listReleaseNumbers(states: Map<string, SessionState>, drafts: Draft[]): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const { sessionId, from, effect } of drafts) {
    const state = states.get(sessionId)
    if (state && dependsOnRelease(state, from, effect)) numbers.set(sessionId, state.release?.number ?? 0)
  }
  return numbers
}
