import { readFailures } from '@aichat/contracts/ai/read-failures'
import type { ExtractionProblem } from '../../knowledge/read/extract-child.ts'
import { type ReadSitePage, readSitePage, type SitePage } from './read-site-page.ts'
import { readSitemap, type Sitemap } from './read-sitemap.ts'

/** Parses several pages, because the start of a child process takes longer than most pages. */
export async function readSitePages(pages: SitePage[]): Promise<ReadSitePage[]> {
  const read: ReadSitePage[] = []
  for (const page of pages) read.push(await readSitePage(page))
  return read
}

export async function readSitemapFile(
  _argument: unknown,
  bytes: Uint8Array,
): Promise<Sitemap | ExtractionProblem> {
  try {
    return readSitemap(bytes)
  } catch {
    return { problem: readFailures.sitemap }
  }
}
