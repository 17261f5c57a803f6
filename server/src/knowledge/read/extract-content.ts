import { createHash } from 'node:crypto'
import { readFailures } from '@aichat/contracts/ai/read-failures'
import { truncateText } from '@aichat/contracts/kit/text'
import { type Chunk, splitIntoChunks } from '../index/split-into-chunks.ts'
import type { StructuredText } from './outline.ts'
import { readText } from './read-text.ts'
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

/** Increment it when splitting or normalizing changes, so that unchanged texts are indexed again. */
const splitVersion = 3
const maxTitleLength = 200

/** @throws Unreadable */
export function extractText(text: string, title: string): ExtractedContent {
  return extractContent(readText(text, title))
}

/** @throws Unreadable */
export function extractContent(readable: StructuredText): ExtractedContent {
  const length = readable.sections.reduce((sum, { paragraphs }) => sum + paragraphs.join('').length, 0)
  if (length === 0) throw new UnreadableContentError(readFailures.noText)
  checkTextLength(length)
  const title = truncateText(readable.title, maxTitleLength)
  const { text, chunks } = splitIntoChunks(readable)
  return {
    title,
    text,
    hash: hashContent(title, text),
    chunks,
    lowReadPercent: readable.lowReadPercent ?? null,
  }
}

/** The same content under another title. */
export function withTitle<Content extends { title: string; text: string; hash: string }>(
  content: Content,
  title: string,
): Content {
  return { ...content, title, hash: hashContent(title, content.text) }
}

/** Over all that determines the chunks. */
function hashContent(title: string, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([splitVersion, title, text]))
    .digest('hex')
}
