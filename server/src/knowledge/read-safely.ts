import type { App } from '../app.ts'
import type { Page } from '../kit/http/fetch-page.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { runInWorkerThread, siblingModule } from '../kit/process/worker-thread.ts'
import type { Digest } from './digest.ts'
import type { Unread } from './digest-worker.ts'
import type { Readable } from './outline.ts'
import type { ReadableFile } from './read-file.ts'

const parserLimits = { timeMs: 8000, memoryMb: 256 }
const fileLimits = { timeMs: 20_000, memoryMb: 256 }

/** Reads a stranger's page in a thread of its own. @throws Refusal when no parser gets through it */
export function readPageApart({ log }: Pick<App, 'log'>, page: Page): Promise<Readable> {
  const work = runInWorkerThread<Readable>(
    siblingModule(import.meta.url, 'read-page'),
    'readPage',
    page,
    parserLimits,
  )
  return refuseWhenBroken(log, work, 'The page could not be read.')
}

/** The same, split into chunks there as well. */
export async function digestPageApart({ log }: Pick<App, 'log'>, page: Page): Promise<Digest> {
  const work = runInWorkerThread<Digest | Unread>(digestModule, 'digestPage', page, parserLimits)
  return orRefusal(await refuseWhenBroken(log, work, 'The page could not be read.'))
}

/** Reads a stranger's file in a thread of its own. @throws Refusal with a sentence that says what is wrong with it */
export async function digestFileApart(
  { log }: Pick<App, 'log'>,
  file: ReadableFile,
  limits = fileLimits,
): Promise<Digest> {
  const work = runInWorkerThread<Digest | Unread>(digestModule, 'digestFile', file, limits)
  return orRefusal(await refuseWhenBroken(log, work, 'The file could not be read.'))
}

const digestModule = siblingModule(import.meta.url, 'digest-worker')

function orRefusal(result: Digest | Unread): Digest {
  if ('unread' in result) throw new Refusal(400, result.unread, 'not_read')
  return result
}

async function refuseWhenBroken<T>(log: App['log'], work: Promise<T>, sentence: string): Promise<T> {
  try {
    return await work
  } catch (error) {
    log.warn({ err: error }, 'a parser did not get through')
    throw new Refusal(400, sentence, 'not_read')
  }
}
