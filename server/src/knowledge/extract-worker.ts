import type { Page } from '../kit/http/fetch-page.ts'
import { type ExtractedContent, extractContent } from './extract-content.ts'
import type { StructuredText } from './outline.ts'
import { type ReadableFile, readFile } from './read-file.ts'
import { readPage } from './read-page.ts'
import { readPdf } from './read-pdf.ts'
import { UnreadableContentError } from './unreadable-content-error.ts'

/** A reason to show to the user. Errors lose their class between threads, so it is returned as a value. */
export type ExtractionProblem = { problem: string }

export function extractPage(page: Page): Promise<ExtractedContent | ExtractionProblem> {
  return catchUnreadable(async () => extractContent(await readFetched(page)))
}

export function readFetchedPage(page: Page): Promise<StructuredText | ExtractionProblem> {
  return catchUnreadable(() => readFetched(page))
}

export function extractFile(file: ReadableFile): Promise<ExtractedContent | ExtractionProblem> {
  return catchUnreadable(async () => extractContent(await readFile(file)))
}

async function readFetched(page: Page): Promise<StructuredText> {
  if (!page.bytes) return readPage(page)
  const name = decodeURIComponentSafely(new URL(page.url).pathname.split('/').at(-1) ?? '')
  return readPdf(page.bytes, name || page.url)
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function catchUnreadable<Result>(work: () => Promise<Result>): Promise<Result | ExtractionProblem> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnreadableContentError) return { problem: error.message }
    throw error
  }
}
