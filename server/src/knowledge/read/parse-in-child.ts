import type { Readable } from 'node:stream'
import { readFailures } from '@aichat/contracts/ai/read-failures'
import type { App } from '../../app.ts'
import type { Page } from '../../kit/http/fetch-page.ts'
import { Refusal } from '../../kit/http/refusal.ts'
import { type ChildProcessWork, runInChildProcess, siblingModule } from '../../kit/process/child-process.ts'
import type { ExtractionProblem, TransferredContent } from './extract-child.ts'
import type { ExtractedContent } from './extract-content.ts'
import type { StructuredText } from './outline.ts'

const pageLimits = { timeMs: 8000, memoryMb: 256 }
const fileLimits = { timeMs: 20_000, memoryMb: 256 }

/** Parses an untrusted page in a child process. @throws Refusal when it cannot be parsed */
export async function readPageInChild({ log }: Pick<App, 'log'>, page: Page): Promise<StructuredText> {
  const work = runInChildProcess<StructuredText | ExtractionProblem>(createPageWork('readFetchedPage', page))
  return unwrapResult(await refuseOnFailure(log, work, readFailures.page))
}

/** Parses an untrusted page and splits it into chunks in a child process. @throws Refusal when it cannot be parsed */
export async function extractPageInChild({ log }: Pick<App, 'log'>, page: Page): Promise<ExtractedContent> {
  const work = runInChildProcess<TransferredContent | ExtractionProblem>(createPageWork('extractPage', page))
  return withBodies(unwrapResult(await refuseOnFailure(log, work, readFailures.page)))
}

/** Parses an untrusted file in a child process. @throws Refusal with the reason for the user */
export async function extractFileInChild(
  { log }: Pick<App, 'log'>,
  file: { name: string; open(): Promise<Readable | Uint8Array> },
  limits = fileLimits,
): Promise<ExtractedContent> {
  const work = runInChildProcess<TransferredContent | ExtractionProblem>({
    module: extractModule,
    name: 'extractFile',
    argument: file.name,
    openInput: file.open,
    limits,
  })
  return withBodies(unwrapResult(await refuseOnFailure(log, work, readFailures.file)))
}

/** Parses a text in Markdown, because some inputs take long, in a child process. @throws Refusal with the reason for the user */
export async function extractMarkdownInChild(
  { log }: Pick<App, 'log'>,
  argument: { text: string; title: string },
): Promise<ExtractedContent> {
  const work = runInChildProcess<TransferredContent | ExtractionProblem>({
    module: extractModule,
    name: 'extractMarkdown',
    argument,
    limits: pageLimits,
  })
  return withBodies(unwrapResult(await refuseOnFailure(log, work, readFailures.text)))
}

const extractModule = siblingModule(import.meta.url, 'extract-child')

function createPageWork(name: string, { bytes, ...page }: Page): ChildProcessWork {
  const work = { module: extractModule, name, argument: page }
  return bytes
    ? { ...work, openInput: async () => bytes, limits: fileLimits }
    : { ...work, limits: pageLimits }
}

/** The opposite of `withBodies`, to store content without repeating its text. */
export function withoutBodies({ chunks, ...content }: ExtractedContent): TransferredContent {
  return { ...content, chunks: chunks.map(({ body: _, ...chunk }) => chunk) }
}

export function withBodies({ chunks, ...content }: TransferredContent): ExtractedContent {
  const toBody = ({ start, end }: { start: number; end: number }) => content.text.slice(start, end)
  return { ...content, chunks: chunks.map((chunk) => ({ ...chunk, body: toBody(chunk) })) }
}

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
