import { addAbortSignal } from 'node:stream'
import { type KnowledgeStage, knowledgeSentences } from '@aichat/contracts/ai/knowledge'
import { readFailures } from '@aichat/contracts/ai/read-failures'
import type { App } from '../../app.ts'
import { fileOfItem } from '../../files/store.ts'
import type { Sql } from '../../kit/db/db.ts'
import { newId } from '../../kit/db/ids.ts'
import { Refusal } from '../../kit/http/refusal.ts'
import { leaseSeconds } from '../../kit/jobs/jobs.ts'
import { broadcastItem } from '../broadcast.ts'
import { hasMarkdown } from '../read/detect-markdown.ts'
import type { TransferredContent } from '../read/extract-child.ts'
import { type ExtractedContent, extractText, withTitle } from '../read/extract-content.ts'
import {
  extractFileInChild,
  extractMarkdownInChild,
  extractPageInChild,
  withBodies,
} from '../read/parse-in-child.ts'
import { UnreadableContentError } from '../read/unreadable-content-error.ts'
import {
  type ClaimedItem,
  claimRun,
  enterStage,
  type Run,
  storeEmbedded,
  storeFailure,
  storeUnchanged,
} from '../store.ts'
import { findReusableVectors } from '../version-store.ts'
import { toEmbeddedText, tryEmbedChunks, type Vectors } from './index-chunks.ts'

export const embedQueue = 'knowledge-embed'

export type EmbeddingRuns = {
  /** The handler of the queue's jobs. */
  handle(data: Record<string, string>): Promise<void>
  /** Resolves when a run of the item ends in this process, or after the timeout. */
  waitForEnd(itemId: string, timeoutMs: number): Promise<void>
  /** Resolves all waiting callers, because the process is shutting down. */
  close(): void
  isClosed(): boolean
}

type Dependencies = Pick<App, 'db' | 'models' | 'fetchPage' | 'storage' | 'realtime' | 'log'>

/** An item whose runs ended this often without a result, for example in a crash, is marked as failed. */
const maxAttempts = 3
const attemptsExhausted = 'The item could not be read. Please try again.'
/**
 * The time for reading a file or page, and for all steps before the result is stored. A run must end before its job's lease, or
 * another process starts the same run. When there is no time left for vectors, they are added later.
 */
const defaultLimits = { readMs: 25_000, totalMs: (leaseSeconds - 15) * 1000 }
type Limits = typeof defaultLimits

/** A newer run has claimed the item, or the item has been deleted. */
class RunSupersededError extends Error {}

/** Content that was read before an item was embedded, so that the item is not read again. */
export type ContentCache = {
  find(sql: Sql, itemId: string): Promise<TransferredContent | null>
  /** Called in the transaction that stores the content with the hash. */
  remove(sql: Sql, itemId: string, hash: string): Promise<void>
}
const noCache: ContentCache = { find: async () => null, remove: async () => {} }

/**
 * Executes embedding runs: extract, split, store. A run has an id and stores its result only while it is the item's
 * newest run, so a job that is delivered twice has the effect of one (idempotent).
 */
export function createEmbeddingRuns(
  app: Dependencies,
  limits: Limits = defaultLimits,
  contents: ContentCache = noCache,
): EmbeddingRuns {
  const waiting = new Map<string, Set<() => void>>()
  let isClosed = false

  async function handle({ companyId, projectId, itemId }: Record<string, string>): Promise<void> {
    if (!companyId || !projectId || !itemId) return
    const run: Run = { companyId, projectId, itemId, runId: newId() }
    const item = await app.db.company(companyId, (sql) => claimRun(sql, itemId, run.runId))
    if (item) await executeRun({ ...app, contents }, run, item, limits)
    for (const wake of [...(waiting.get(itemId) ?? [])]) wake()
  }

  return {
    handle,
    isClosed: () => isClosed,
    close() {
      isClosed = true
      for (const waiters of waiting.values()) for (const wake of [...waiters]) wake()
    },
    waitForEnd(itemId, timeoutMs) {
      const waiters = waiting.get(itemId) ?? new Set()
      waiting.set(itemId, waiters)
      return new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          waiters.delete(wake)
          if (waiters.size === 0 && waiting.get(itemId) === waiters) waiting.delete(itemId)
          resolve()
        }
        const timer = setTimeout(wake, timeoutMs)
        waiters.add(wake)
      })
    },
  }
}

async function executeRun(
  app: Dependencies & { contents: ContentCache },
  run: Run,
  item: ClaimedItem,
  { readMs, totalMs }: Limits,
): Promise<void> {
  const signal = AbortSignal.timeout(totalMs)
  try {
    if (item.attempts > maxAttempts) throw new Refusal(400, attemptsExhausted, 'not_read')
    const extracted = await extractItem(app, run, item, readMs)
    const content = item.hasCustomTitle ? withTitle(extracted, item.title) : extracted
    const isUnchanged = item.embeddedHash === content.hash
    const vectors = isUnchanged ? null : await createVectors(app, run, content, signal)
    const isStored = await app.db.company(run.companyId, async (sql) => {
      const store = isUnchanged ? storeUnchanged : storeEmbedded
      const isCurrent = await store(sql, run, content, vectors)
      if (isCurrent && item.sourceId) await app.contents.remove(sql, item.id, extracted.hash)
      return isCurrent
    })
    if (isStored) broadcastItem(app, run, { id: item.id, status: 'embedded', stage: null })
  } catch (error) {
    if (error instanceof RunSupersededError) return
    const message = error instanceof Refusal || error instanceof UnreadableContentError ? error.message : null
    if (message === null && item.attempts < maxAttempts) throw error
    if (message === null) app.log.error({ err: error, itemId: item.id }, 'failed to embed item')
    const status = await app.db.company(run.companyId, (sql) =>
      storeFailure(sql, run, message ?? attemptsExhausted),
    )
    if (status) broadcastItem(app, run, { id: item.id, status, stage: null })
  }
}

/** Null where there is no model or it failed. */
async function createVectors(
  app: Dependencies,
  run: Run,
  { title, chunks }: ExtractedContent,
  signal: AbortSignal,
): Promise<Vectors | null> {
  const { embedder } = await app.models.get(run)
  if (!embedder) return null
  const texts = chunks.map((chunk) => toEmbeddedText(title, chunk))
  const reusable = await app.db.company(run.companyId, (sql) => findReusableVectors(sql, run, embedder.name))
  return tryEmbedChunks({ embedder, log: app.log }, texts, reusable, signal)
}

async function extractItem(
  app: Dependencies & { contents: ContentCache },
  run: Run,
  item: ClaimedItem,
  readMs: number,
): Promise<ExtractedContent> {
  async function enter(stage: KnowledgeStage): Promise<void> {
    const isCurrent = await app.db.company(run.companyId, (sql) => enterStage(sql, run, stage))
    if (!isCurrent) throw new RunSupersededError()
    broadcastItem(app, run, { id: item.id, status: item.status, stage })
  }
  if (item.sourceId) {
    const content = await app.db.company(run.companyId, (sql) => app.contents.find(sql, item.id))
    await enter(content ? 'indexing' : 'fetching')
    if (content) return withBodies(content)
    // A website is read by its own runs only, which respect its robots.txt, rate and patterns.
    if (item.type === 'url') throw new UnreadableContentError(knowledgeSentences.notStored)
  }
  if (item.type === 'url') {
    await enter('fetching')
    const page = await app.fetchPage(item.sourceUrl ?? '')
    await enter('reading')
    const content = await extractPageInChild(app, page)
    await enter('indexing')
    return content
  }
  if (item.type === 'file') {
    await enter('fetching')
    const file = await app.db.company(run.companyId, (sql) => fileOfItem(sql, run.projectId, item.id))
    if (!file) throw new UnreadableContentError(readFailures.fileRemoved)
    const open = async () => {
      const stream = addAbortSignal(AbortSignal.timeout(readMs), await app.storage.get(file.key))
      await enter('reading')
      return stream
    }
    const content = await extractFileInChild(app, { name: file.name, open })
    await enter('indexing')
    return content
  }
  await enter('indexing')
  const { rawText, title } = item
  return hasMarkdown(rawText ?? '')
    ? extractMarkdownInChild(app, { text: rawText ?? '', title })
    : extractText(rawText ?? '', title)
}
