import { sourceLimits } from '@aichat/contracts/ai/sources'
import { truncateText } from '@aichat/contracts/kit/text'
import type { App } from '../app.ts'
import type { Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { enqueueRequestedRuns } from '../knowledge/index/embed-item.ts'
import { confirmItems, failItems, requestRuns } from '../knowledge/source-item-store.ts'
import { broadcastRun } from './broadcast.ts'
import type { PageResult } from './crawl/page-result.ts'
import { movePages, type PageMove } from './page-move-store.ts'
import {
  queuePages,
  releasePages,
  reopenDuplicates,
  retryPages,
  type StoredOutcome,
  storeOutcomes,
} from './page-queue-store.ts'
import {
  confirmPages,
  countMissing,
  findPagesByHash,
  type ReadPage,
  storePages,
  toStorableText,
} from './page-store.ts'
import { type ClaimedRun, findOutcomes, holdRun } from './run-store.ts'

type Dependencies = Pick<App, 'db' | 'jobs' | 'realtime'>

/**
 * Stores the results of some pages in one transaction: the outcomes, what was read, and the pages that were discovered. Returns
 * false when the run was stopped or another process has claimed it; nothing is stored then.
 */
export async function recordResults(
  app: Dependencies,
  run: ClaimedRun,
  results: PageResult[],
): Promise<boolean> {
  const itemIds = await app.db.company(run.companyId, async (sql) => {
    if (!(await holdRun(sql, run))) return null
    const plan = await planResults(sql, run, results)
    const moved = await movePages(sql, run, plan.moves)
    planMoved(plan, moved.pageIds)
    await countMissing(sql, plan.missing)
    const confirmed = await confirmPages(sql, plan.confirmed)
    await confirmItems(sql, run.projectId, confirmed)
    await failItems(sql, run.projectId, plan.failures)
    const changed = await storePages(sql, run, plan.read)
    const requested = await requestRuns(sql, run.projectId, changed)
    requested.push(...moved.itemIds)
    await storeOutcomes(sql, run.runId, plan.outcomes)
    await reopenDuplicates(sql, run.runId, listUnusable(plan.outcomes, results))
    await retryPages(sql, run.runId, plan.retries)
    await releasePages(sql, run.runId, plan.released)
    await queuePages(
      sql,
      run,
      results.flatMap(({ discovered }) => discovered),
    )
    return requested
  })
  if (!itemIds) return false
  await enqueueRequestedRuns(app, run, itemIds, 'embedded')
  await broadcastRun(app, run)
  return true
}

type Plan = {
  outcomes: StoredOutcome[]
  read: ReadPage[]
  confirmed: { id: string; etag: string | null; lastModified: string | null }[]
  /** Items whose page could not be read this time. */
  failures: { itemId: string; reason: string }[]
  missing: string[]
  moves: (PageMove & { position: number })[]
  retries: { position: number; delaySeconds: number }[]
  released: number[]
}

async function planResults(sql: Sql, run: ClaimedRun, results: PageResult[]): Promise<Plan> {
  const plan: Plan = {
    outcomes: [],
    read: [],
    confirmed: [],
    failures: [],
    missing: [],
    moves: [],
    retries: [],
    released: [],
  }
  const read = results.filter((result) => result.kind === 'read')
  const urlsByHash = await findPagesByHash(
    sql,
    run.sourceId,
    read.map(({ content }) => content.hash),
  )
  const canonicals = read.flatMap(({ canonical }) => canonical ?? [])
  const outcomes = await findOutcomes(sql, run.runId, canonicals)
  for (const result of results) {
    if (result.kind === 'read') planReadPage(plan, result, urlsByHash, outcomes)
    else planOther(plan, result)
  }
  return plan
}

/** A page whose new address another page has is gone. */
function planMoved(plan: Plan, moved: Set<string>): void {
  for (const { pageId, position, url } of plan.moves) {
    const isMoved = moved.has(pageId)
    if (!isMoved) plan.missing.push(pageId)
    plan.outcomes.push({ position, outcome: isMoved ? 'redirected' : 'missing', reason: url, title: null })
  }
}

type Read = Extract<PageResult, { kind: 'read' }>

/** Outcomes with which a page cannot stand for the ones that name it as their original. */
const unusableOutcomes = ['redirected', 'duplicate', 'failed', 'skipped', 'missing', 'removed']

/**
 * Pages that cannot stand for their duplicates after all, such as one that is not found. A duplicate of a third page is not among
 * them, because that page stands for both.
 */
function listUnusable(outcomes: StoredOutcome[], results: PageResult[]): string[] {
  const urls = new Map(results.map(({ page }) => [page.position, page.url]))
  return outcomes
    .filter(({ outcome }) => outcome !== 'duplicate' && unusableOutcomes.includes(outcome))
    .flatMap(({ position }) => urls.get(position) ?? [])
}

function planReadPage(
  plan: Plan,
  { page, content, language, validators, canonical }: Read,
  urlsByHash: Map<string, string>,
  outcomes: Map<string, string | null>,
): void {
  const { position, known, url, depth } = page
  const add = (outcome: StoredOutcome['outcome'], reason: string | null = null) =>
    plan.outcomes.push({ position, outcome, reason, title: toStorableText(content.title) })
  if (known && known.contentHash === content.hash) {
    plan.confirmed.push({ id: known.pageId, ...validators })
    return void add('unchanged')
  }
  const isReplaced = canonical !== null && !unusableOutcomes.includes(outcomes.get(canonical) ?? '')
  if (!known && isReplaced) {
    // Of two pages in a batch that name each other, the second one is read.
    outcomes.set(url, 'duplicate')
    return void add('duplicate', canonical)
  }
  const sameText = urlsByHash.get(content.hash)
  if (!known && sameText && sameText !== url) return void add('duplicate', sameText)
  urlsByHash.set(content.hash, url)
  plan.read.push({
    id: newId(),
    url,
    depth,
    language,
    ...validators,
    excerpt: truncateText(content.text, sourceLimits.excerpt),
    content,
  })
  add(known ? 'changed' : 'new')
}

function planOther(plan: Plan, result: Exclude<PageResult, Read>): void {
  const { position, known } = result.page
  const add = (outcome: StoredOutcome['outcome'], reason: string | null) =>
    plan.outcomes.push({ position, outcome, reason, title: null })
  switch (result.kind) {
    case 'unchanged':
      if (known) plan.confirmed.push({ id: known.pageId, ...result.validators })
      return void add('unchanged', null)
    case 'gone': {
      if (!known) return void add(result.outcome, result.reason)
      if (result.movedTo) {
        const { pageId, itemId } = known
        return void plan.moves.push({ pageId, itemId, url: result.movedTo, position })
      }
      plan.missing.push(known.pageId)
      return void add('missing', result.reason)
    }
    case 'outcome':
      if (known?.itemId && result.outcome === 'failed')
        plan.failures.push({ itemId: known.itemId, reason: result.reason ?? '' })
      return void add(result.outcome, result.reason)
    case 'retry':
      return void plan.retries.push({ position, delaySeconds: result.delaySeconds })
    case 'release':
      return void plan.released.push(position)
  }
}
