import type { App } from '../app.ts'
import type { Page } from '../kit/http/fetch-page.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { runInWorkerThread, siblingModule } from '../kit/process/worker-thread.ts'
import type { ExtractedContent } from './extract-content.ts'
import type { ExtractionProblem } from './extract-worker.ts'
import type { StructuredText } from './outline.ts'
import type { ReadableFile } from './read-file.ts'

const parserLimits = { timeMs: 8000, memoryMb: 256 }
const fileLimits = { timeMs: 20_000, memoryMb: 256 }

/** Reads a stranger's page in a thread of its own. @throws Refusal when no parser gets through it */
export function readPageInWorker({ log }: Pick<App, 'log'>, page: Page): Promise<StructuredText> {
  const work = runInWorkerThread<StructuredText>(
    siblingModule(import.meta.url, 'read-page'),
    'readPage',
    page,
    parserLimits,
  )
  return refuseOnFailure(log, work, 'The page could not be read.')
}

/** The same, split into chunks there as well. */
export async function extractPageInWorker({ log }: Pick<App, 'log'>, page: Page): Promise<ExtractedContent> {
  const work = runInWorkerThread<ExtractedContent | ExtractionProblem>(
    extractModule,
    'extractPage',
    page,
    parserLimits,
  )
  return unwrapResult(await refuseOnFailure(log, work, 'The page could not be read.'))
}

/** Reads a stranger's file in a thread of its own. @throws Refusal with a sentence that says what is wrong with it */
export async function extractFileInWorker(
  { log }: Pick<App, 'log'>,
  file: ReadableFile,
  limits = fileLimits,
): Promise<ExtractedContent> {
  const work = runInWorkerThread<ExtractedContent | ExtractionProblem>(
    extractModule,
    'extractFile',
    file,
    limits,
  )
  return unwrapResult(await refuseOnFailure(log, work, 'The file could not be read.'))
}

const extractModule = siblingModule(import.meta.url, 'extract-worker')

function unwrapResult(result: ExtractedContent | ExtractionProblem): ExtractedContent {
  if ('problem' in result) throw new Refusal(400, result.problem, 'not_read')
  return result
}

async function refuseOnFailure<T>(log: App['log'], work: Promise<T>, sentence: string): Promise<T> {
  try {
    return await work
  } catch (error) {
    log.warn({ err: error }, 'a parser did not get through')
    throw new Refusal(400, sentence, 'not_read')
  }
}
