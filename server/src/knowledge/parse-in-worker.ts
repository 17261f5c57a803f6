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

/** Parses an untrusted page in a worker thread. @throws Refusal when it cannot be parsed */
export async function readPageInWorker({ log }: Pick<App, 'log'>, page: Page): Promise<StructuredText> {
  const work = runInWorkerThread<StructuredText | ExtractionProblem>(
    extractModule,
    'readFetchedPage',
    page,
    limitsOf(page),
  )
  return unwrapResult(await refuseOnFailure(log, work, 'The page could not be read.'))
}

function limitsOf(page: Page) {
  return page.bytes ? fileLimits : parserLimits
}

/** Parses an untrusted page and splits it into chunks in a worker thread. @throws Refusal when it cannot be parsed */
export async function extractPageInWorker({ log }: Pick<App, 'log'>, page: Page): Promise<ExtractedContent> {
  const work = runInWorkerThread<ExtractedContent | ExtractionProblem>(
    extractModule,
    'extractPage',
    page,
    limitsOf(page),
  )
  return unwrapResult(await refuseOnFailure(log, work, 'The page could not be read.'))
}

/** Parses an untrusted file in a worker thread. @throws Refusal with the reason for the user */
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

function unwrapResult<Result extends object>(result: Result | ExtractionProblem): Result {
  if ('problem' in result) throw new Refusal(400, result.problem, 'not_read')
  return result
}

async function refuseOnFailure<T>(log: App['log'], work: Promise<T>, message: string): Promise<T> {
  try {
    return await work
  } catch (error) {
    log.warn({ err: error }, 'parser failed')
    throw new Refusal(400, message, 'not_read')
  }
}
