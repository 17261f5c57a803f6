import { readFailures } from '@aichat/contracts/ai/read-failures'
import type { App } from '../app.ts'
import type { Sql } from '../kit/db/db.ts'
import { countKnownPages, type GonePage, listGonePages, removePages } from './page-store.ts'
import { addNote, type ClaimedRun, holdRun, markRemoved } from './run-store.ts'

/** A page that this many runs in a row did not find is removed. */
const minMissing = 2
/** A run that would remove more than this share of a website removes nothing, because the website may have a problem. */
const maxRemovedShare = 0.3
const minRefusedCount = 3
/** A knowledge item has up to thousands of chunks. */
const batchSize = 20

/**
 * Removes the pages that a run and those before it did not find, with their knowledge items. The answers to visitors follow as for
 * other changes of a refresh. False when the run is superseded.
 */
export async function removeGonePages({ db }: Pick<App, 'db'>, run: ClaimedRun): Promise<boolean> {
  const gone = await db.company(run.companyId, async (sql) =>
    (await holdRun(sql, run)) ? listRemovablePages(sql, run) : null,
  )
  if (!gone) return false
  for (let start = 0; start < gone.length; start += batchSize) {
    const batch = gone.slice(start, start + batchSize)
    const isHeld = await db.company(run.companyId, async (sql) => {
      if (!(await holdRun(sql, run))) return false
      await removePages(
        sql,
        batch.map(({ id }) => id),
      )
      await markRemoved(
        sql,
        run.runId,
        batch.map(({ position }) => position),
      )
      return true
    })
    if (!isHeld) return false
  }
  return true
}

async function listRemovablePages(sql: Sql, run: ClaimedRun): Promise<GonePage[]> {
  const gone = await listGonePages(sql, run, minMissing)
  // A person has chosen what an uploaded archive contains, and which pages the settings leave out.
  const chosen = gone.filter(({ reason }) => run.kind === 'archive' || reason === readFailures.excluded)
  const lostCount = gone.length - chosen.length
  if (lostCount < minRefusedCount) return gone
  const knownCount = await countKnownPages(sql, run)
  if (lostCount <= knownCount * maxRemovedShare) return gone
  await addNote(
    sql,
    run.runId,
    `${lostCount} of ${knownCount} pages were missing twice in a row. They were not removed because the website may have a problem. If they no longer exist, remove them from your knowledge.`,
  )
  return chosen
}
