import type { Page } from '../../kit/http/fetch-page.ts'
import type { Chunk } from '../index/split-into-chunks.ts'
import { type ExtractedContent, extractContent } from './extract-content.ts'
import { readPage } from './html/read-page.ts'
import type { StructuredText } from './outline.ts'
import { readFile } from './read-file.ts'
import { readMarkdown } from './read-markdown.ts'
import { readPdf } from './read-pdf.ts'
import { UnreadableContentError } from './unreadable-content-error.ts'

/** A reason to show to the user. Errors lose their class between processes, so it is returned as a value. */
export type ExtractionProblem = { problem: string }

/** Content whose chunks have no text of their own: it is part of the item's text, which is transferred once. */
export type TransferredContent = Omit<ExtractedContent, 'chunks'> & { chunks: Omit<Chunk, 'body'>[] }

export function extractPage(page: Page, pdf?: Uint8Array): Promise<TransferredContent | ExtractionProblem> {
  return catchUnreadable(async () => withoutBodies(extractContent(await readFetched(page, pdf))))
}

export function readFetchedPage(page: Page, pdf?: Uint8Array): Promise<StructuredText | ExtractionProblem> {
  return catchUnreadable(() => readFetched(page, pdf))
}

export function extractFile(
  name: string,
  bytes: Uint8Array,
): Promise<TransferredContent | ExtractionProblem> {
  return catchUnreadable(async () => withoutBodies(extractContent(await readFile({ name, bytes }))))
}

/** Parses a text that a person wrote in Markdown. */
export function extractMarkdown({
  text,
  title,
}: {
  text: string
  title: string
}): Promise<TransferredContent | ExtractionProblem> {
  return catchUnreadable(async () => withoutBodies(extractContent(readMarkdown(text, title, true))))
}

function withoutBodies({ chunks, ...content }: ExtractedContent): TransferredContent {
  return { ...content, chunks: chunks.map(({ body: _, ...chunk }) => chunk) }
}

async function readFetched(page: Page, pdf?: Uint8Array): Promise<StructuredText> {
  if (!pdf) return readPage(page)
  const name = decodeURIComponentSafely(new URL(page.url).pathname.split('/').at(-1) ?? '')
  return readPdf(pdf, name || page.url)
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
