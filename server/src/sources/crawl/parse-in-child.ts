import { readFailures } from '@aichat/contracts/ai/read-failures'
import pLimit from 'p-limit'
import type { App } from '../../app.ts'
import { runInChildProcess, siblingModule } from '../../kit/process/child-process.ts'
import type { ExtractionProblem } from '../../knowledge/read/extract-child.ts'
import type { ReadSitePage, SitePage } from './read-site-page.ts'
import type { Sitemap } from './read-sitemap.ts'

const module = siblingModule(import.meta.url, 'crawl-child')
const batchLimits = { timeMs: 20_000, memoryMb: 256 }
const singleLimits = { timeMs: 8000, memoryMb: 256 }
const sitemapLimits = { timeMs: 15_000, memoryMb: 256 }
const maxParallelPages = 2

/** What was read from a page. `postponed`: there was no time to parse it. */
export type ParsedPage = ReadSitePage | 'failed' | 'postponed'

/**
 * Parses untrusted pages in one child process. When it fails, the pages are parsed one by one until the given time, so that only
 * the page that caused it fails.
 */
export async function readPagesInChild(
  app: Pick<App, 'log'>,
  pages: SitePage[],
  until: number,
): Promise<ParsedPage[]> {
  if (pages.length === 0) return []
  const read = await readBatch(app, pages, pages.length > 1 ? batchLimits : singleLimits)
  if (read) return read
  if (pages.length === 1) return ['failed']
  const slots = pLimit(maxParallelPages)
  return Promise.all(pages.map((page) => slots(() => readSingle(app, page, until))))
}

async function readSingle(app: Pick<App, 'log'>, page: SitePage, until: number): Promise<ParsedPage> {
  if (Date.now() >= until) return 'postponed'
  const [read = 'failed'] = (await readBatch(app, [page], singleLimits)) ?? []
  return read
}

async function readBatch(
  { log }: Pick<App, 'log'>,
  pages: SitePage[],
  limits: typeof batchLimits,
): Promise<ReadSitePage[] | null> {
  try {
    return await runInChildProcess<ReadSitePage[]>({ module, name: 'readSitePages', argument: pages, limits })
  } catch (error) {
    log.warn({ err: error, pageCount: pages.length }, 'failed to parse pages of a website')
    return null
  }
}

export async function readSitemapInChild(
  { log }: Pick<App, 'log'>,
  bytes: Uint8Array,
): Promise<Sitemap | ExtractionProblem> {
  try {
    return await runInChildProcess<Sitemap | ExtractionProblem>({
      module,
      name: 'readSitemapFile',
      argument: null,
      openInput: async () => bytes,
      limits: sitemapLimits,
    })
  } catch (error) {
    log.warn({ err: error }, 'failed to parse a sitemap')
    return { problem: readFailures.sitemap }
  }
}
