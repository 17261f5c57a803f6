import type { Page } from '../kit/http/fetch-page.ts'
import { type ExtractedContent, extractContent } from './extract-content.ts'
import { type ReadableFile, readFile } from './read-file.ts'
import { readPage } from './read-page.ts'
import { UnreadableContentError } from './unreadable-content-error.ts'

/** A reason to show to the user. Errors lose their class between threads, so it is returned as a value. */
export type ExtractionProblem = { problem: string }

export function extractPage(page: Page): Promise<ExtractedContent | ExtractionProblem> {
  return catchUnreadable(async () => extractContent(readPage(page)))
}

export function extractFile(file: ReadableFile): Promise<ExtractedContent | ExtractionProblem> {
  return catchUnreadable(async () => extractContent(await readFile(file)))
}

async function catchUnreadable(
  work: () => Promise<ExtractedContent>,
): Promise<ExtractedContent | ExtractionProblem> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnreadableContentError) return { problem: error.message }
    throw error
  }
}
