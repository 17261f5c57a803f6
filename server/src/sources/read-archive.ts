import { createHash } from 'node:crypto'
import { readFailures } from '@aichat/contracts/ai/read-failures'
import { sourceSentences } from '@aichat/contracts/ai/sources'
import type { App } from '../app.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { extractFileInChild, withoutBodies } from '../knowledge/read/parse-in-child.ts'
import { UnreadableContentError } from '../knowledge/read/unreadable-content-error.ts'
import type { SliceEnd } from './crawl/crawl-site.ts'
import type { PageResult } from './crawl/page-result.ts'
import { type Archive, openArchive } from './open-archive.ts'
import {
  claimPages,
  findNextRetry,
  type NewQueuedPage,
  type QueuedPage,
  queuePages,
} from './page-queue-store.ts'
import { listPagesNotInRun } from './page-store.ts'
import { recordResults } from './record-results.ts'
import { type ClaimedRun, holdRun, markSeeded } from './run-store.ts'

type Dependencies = Pick<App, 'db' | 'jobs' | 'realtime' | 'storage' | 'log'>

/** Shorter than a job's lease, with the time for the last document. */
const sliceMs = 35_000
const roundSize = 2

/** Reads documents of an uploaded archive for some time. A document whose bytes are the same is not parsed again. */
export async function readArchive(
  app: Dependencies,
  run: ClaimedRun,
  signal: AbortSignal,
): Promise<SliceEnd> {
  const until = Date.now() + sliceMs
  const archive = await loadArchive(app, run)
  if (!run.isSeeded && !(await seedArchive(app, run, archive))) return 'superseded'
  while (Date.now() < until && !signal.aborted) {
    const pages = await app.db.company(run.companyId, (sql) => claimPages(sql, run, roundSize))
    if (pages.length === 0) {
      const waitMs = await app.db.company(run.companyId, (sql) => findNextRetry(sql, run.runId))
      return waitMs === null ? 'finished' : 'unfinished'
    }
    const results = await Promise.all(pages.map((page) => readDocument(app, archive, page)))
    if (!(await recordResults(app, run, results))) return 'superseded'
  }
  return 'unfinished'
}

/** @throws Refusal when the archive cannot be read */
async function loadArchive({ storage }: Dependencies, { archiveKey }: ClaimedRun): Promise<Archive> {
  if (!archiveKey) throw new Refusal(400, sourceSentences.noArchive, 'not_read')
  const parts: Buffer[] = []
  try {
    for await (const part of await storage.get(archiveKey)) parts.push(part as Buffer)
  } catch {
    throw new Refusal(400, sourceSentences.noArchive, 'not_read')
  }
  try {
    return await openArchive(Buffer.concat(parts))
  } catch (error) {
    if (error instanceof UnreadableContentError) throw new Refusal(400, error.message, 'not_read')
    throw error
  }
}

/** Lists the documents, and those of the archive before that are not in this one. False when the run is superseded. */
async function seedArchive(app: Dependencies, run: ClaimedRun, archive: Archive): Promise<boolean> {
  const toDocument = (url: string): NewQueuedPage => ({ url, kind: 'document', depth: 0, language: null })
  return app.db.company(run.companyId, async (sql) => {
    if (!(await holdRun(sql, run))) return false
    await queuePages(sql, run, archive.paths.map(toDocument))
    const missing = await listPagesNotInRun(sql, run)
    // Read like the others: their result is that the archive does not have them.
    await queuePages(
      sql,
      { ...run, limits: { ...run.limits, maxPages: Number.MAX_SAFE_INTEGER } },
      missing.filter(({ url }) => !archive.paths.includes(url)).map(({ url }) => toDocument(url)),
    )
    await markSeeded(sql, run)
    return true
  })
}

const maxAttempts = 3

async function readDocument(app: Dependencies, archive: Archive, page: QueuedPage): Promise<PageResult> {
  const base = { page, discovered: [] }
  const fail = (reason: string): PageResult => ({ ...base, kind: 'outcome', outcome: 'failed', reason })
  if (page.attempts > maxAttempts) return fail(readFailures.file)
  try {
    const bytes = await archive.read(page.url)
    if (!bytes)
      return {
        ...base,
        kind: 'gone',
        outcome: 'failed',
        reason: readFailures.notInArchive,
      }
    const etag = createHash('sha256').update(bytes).digest('hex')
    const validators = { etag, lastModified: null }
    if (page.known?.etag === etag) return { ...base, kind: 'unchanged', validators }
    const name = page.url.split('/').at(-1) ?? page.url
    const content = withoutBodies(await extractFileInChild(app, { name, open: async () => bytes }))
    return { ...base, kind: 'read', content, language: null, validators, canonical: null }
  } catch (error) {
    if (error instanceof Refusal || error instanceof UnreadableContentError) return fail(error.message)
    throw error
  }
}
