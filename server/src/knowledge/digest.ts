import { createHash } from 'node:crypto'
import type { Readable } from './outline.ts'
import { readText } from './read-text.ts'
import { type Chunk, splitIntoChunks } from './split.ts'
import { Unreadable } from './unreadable.ts'

/** What an item says, ready to be stored: the text that was read, and the pieces it is found by. */
export type Digest = { title: string; text: string; hash: string; chunks: Chunk[] }

/** Counted up when the same text would be split otherwise, so that it is stored anew. */
const splitVersion = 1
const mostCharacters = 1_000_000

/** @throws Unreadable */
export function digestText(text: string, title: string): Digest {
  return digest(readText(text, title))
}

/** @throws Unreadable */
export function digest(readable: Readable): Digest {
  const length = readable.sections.reduce((sum, { paragraphs }) => sum + paragraphs.join('').length, 0)
  if (length === 0) throw new Unreadable('There is no text to read.')
  if (length > mostCharacters)
    throw new Unreadable('There is more text than can be read (1 million characters at most).')
  const title = readable.title.slice(0, 200)
  const { text, chunks } = splitIntoChunks(readable)
  const hash = createHash('sha256')
    .update(JSON.stringify([splitVersion, title, text]))
    .digest('hex')
  return { title, text, hash, chunks }
}
