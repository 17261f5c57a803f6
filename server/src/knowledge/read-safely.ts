import type { App } from '../app.ts'
import { moduleBeside, runApart } from '../kit/apart.ts'
import { Refusal } from '../kit/errors.ts'
import type { Page } from '../kit/fetch-page.ts'
import type { Readable } from './read-page.ts'

const parserLimits = { timeMs: 8000, memoryMb: 256 }

/** Reads a stranger's page in a thread of its own. @throws Refusal when no parser gets through it */
export async function readPageApart({ log }: Pick<App, 'log'>, page: Page): Promise<Readable> {
  try {
    return await runApart<Readable>(
      moduleBeside(import.meta.url, 'read-page'),
      'readPage',
      page,
      parserLimits,
    )
  } catch (error) {
    log.warn({ err: error, url: page.url }, 'a page could not be parsed')
    throw new Refusal(400, 'The page could not be read.', 'page_not_read')
  }
}
