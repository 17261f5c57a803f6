import { createHash } from 'node:crypto'
import { truncateText } from '@aichat/contracts/text'
import type { StructuredText } from './outline.ts'
import { readText } from './read-text.ts'
import { type Chunk, splitIntoChunks } from './split-into-chunks.ts'
import { checkTextLength } from './text-limit.ts'
import { UnreadableContentError } from './unreadable-content-error.ts'

/** The text of an item with its chunks, ready to be stored. */
export type ExtractedContent = {
  title: string
  text: string
  hash: string
  chunks: Chunk[]
  lowReadPercent: number | null
}

/** Increment it when the splitting changes, so that unchanged texts are indexed again. */
const splitVersion = 2
const maxTitleLength = 200

/** @throws Unreadable */
export function extractText(text: string, title: string): ExtractedContent {
  return extractContent(readText(text, title))
}

/** @throws Unreadable */
export function extractContent(readable: StructuredText): ExtractedContent {
  const length = readable.sections.reduce((sum, { paragraphs }) => sum + paragraphs.join('').length, 0)
  if (length === 0) throw new UnreadableContentError('No text was found.')
  checkTextLength(length)
  const title = truncateText(readable.title, maxTitleLength)
  const { text, chunks } = splitIntoChunks(readable)
  const hash = createHash('sha256')
    .update(JSON.stringify([splitVersion, title, text]))
    .digest('hex')
  return { title, text, hash, chunks, lowReadPercent: readable.lowReadPercent ?? null }
}
