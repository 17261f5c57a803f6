import type { Page } from '../kit/http/fetch-page.ts'
import { type Digest, digest } from './digest.ts'
import { type ReadableFile, readFile } from './read-file.ts'
import { readPage } from './read-page.ts'
import { Unreadable } from './unreadable.ts'

/** Why nothing was read, in words for a person. A thread answers with values, not with classes. */
export type Unread = { unread: string }

export function digestPage(page: Page): Promise<Digest | Unread> {
  return orReason(async () => digest(readPage(page)))
}

export function digestFile(file: ReadableFile): Promise<Digest | Unread> {
  return orReason(async () => digest(await readFile(file)))
}

async function orReason(work: () => Promise<Digest>): Promise<Digest | Unread> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Unreadable) return { unread: error.message }
    throw error
  }
}
