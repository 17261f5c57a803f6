import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, embedMany, generateText, type ModelMessage, streamText } from 'ai'
import type pg from 'pg'
import { indexVectors, type SearchExtensions } from '../db/search-extensions.ts'
import { createCircuitBreaker } from '../process/circuit-breaker.ts'
import { deadline } from '../process/deadline.ts'
import type { Log } from '../process/log.ts'
import type { Settings } from '../process/settings.ts'
import { noTracing, type Tracing } from '../process/tracing.ts'

export type Prompt = { system: string; messages: { role: 'user' | 'assistant'; content: string }[] }

/**
 * A language model behind any OpenAI-compatible server. A busy one (429, 5xx, a reset) is asked twice more; each call
 * ends within 20 s; after five failures within half a minute it is left alone for a while.
 */
export type Model = {
  name: string
  /** @throws when the server fails, hangs, or answers nothing; also when `withinMs` are over, retries included */
  complete(prompt: Prompt, signal: AbortSignal, withinMs?: number): Promise<string>
  /** The answer piece by piece. @throws also when it ends in the middle, after the pieces that came. */
  stream(prompt: Prompt, signal: AbortSignal): AsyncIterable<string>
}

/** A model that turns texts into vectors; texts that mean the same lie near each other. */
export type Embedder = {
  name: string
  embed(texts: string[], signal: AbortSignal): Promise<number[][]>
}

const timeoutMs = 20_000
const mostTries = 3
const longestWaitMs = 10_000
const mostTokens = 800
const mostCharacters = 4000
const mostTextsAtOnce = 64

export function openModel(settings: Settings, tracing: Tracing = noTracing): Model | null {
  if (!settings.ai) return null
  const { model } = settings.ai
  const provider = providerOf(settings.ai)
  const breaker = createCircuitBreaker()
  const traced = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model }
  const options = (prompt: Prompt, signal: AbortSignal) => ({
    model: provider(model),
    system: prompt.system,
    messages: prompt.messages as ModelMessage[],
    maxOutputTokens: mostTokens,
    temperature: 0.2,
    maxRetries: 0,
    abortSignal: signal,
  })
  return {
    name: model,
    async complete(prompt, signal, withinMs = timeoutMs) {
      const limited = deadline(signal, withinMs)
      return tracing
        .traceCall('model complete', traced, () =>
          tried(limited.signal, () =>
            breaker.run(signal, async () => {
              const { text } = await generateText(options(prompt, limited.signal))
              return wholeText(text)
            }),
          ),
        )
        .finally(limited.clear)
    },
    async *stream(prompt, signal) {
      const limited = deadline(signal, timeoutMs)
      const span = tracing.startSpan('client', 'model stream', traced)
      try {
        // Only what has not begun can be tried again: a second answer would follow on the half of the first.
        const begun = await tried(limited.signal, () =>
          breaker.run(signal, async () => {
            const pieces = piecesOf(options(prompt, limited.signal))
            const first = await pieces.next()
            if (first.done) throw new Error('The model answered nothing')
            return { first: first.value, pieces }
          }),
        )
        let length = begun.first.length
        yield begun.first
        for (;;) {
          const next = await breaker.goOn(signal, () => begun.pieces.next())
          if (next.done) return
          length += next.value.length
          if (length > mostCharacters) return
          yield next.value
        }
      } catch (error) {
        span.recordError(error)
        throw error
      } finally {
        limited.clear()
        span.end()
      }
    },
  }
}

/** Null where no embedding model is set, or where the database cannot keep vectors; the log says the latter. */
export function openEmbedder(
  settings: Settings,
  search: SearchExtensions,
  pool: pg.Pool,
  log: Log,
  tracing: Tracing = noTracing,
): Embedder | null {
  const name = settings.ai?.embeddingModel
  if (!settings.ai || !name) return null
  if (!search.vectors) {
    log.warn('AI_EMBEDDING_MODEL is set, but the database has no pgvector: knowledge is found by words alone')
    return null
  }
  const model = providerOf(settings.ai).embeddingModel(name)
  const breaker = createCircuitBreaker()
  const traced = { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': name }
  const indexed = new Set<number>()
  return {
    name,
    async embed(texts, signal) {
      const vectors: number[][] = []
      for (let begun = 0; begun < texts.length; begun += mostTextsAtOnce) {
        const limited = deadline(signal, timeoutMs)
        const values = texts.slice(begun, begun + mostTextsAtOnce)
        const { embeddings } = await tracing
          .traceCall('model embed', traced, () =>
            tried(limited.signal, () =>
              breaker.run(signal, () =>
                embedMany({ model, values, maxRetries: 0, abortSignal: limited.signal }),
              ),
            ),
          )
          .finally(limited.clear)
        vectors.push(...embeddings)
      }
      const dimensions = vectors[0]?.length ?? 0
      const isWhole = vectors.length === texts.length && vectors.every((one) => one.length === dimensions)
      if (!isWhole || dimensions === 0) throw new Error('The embedding model did not answer each text')
      if (!indexed.has(dimensions)) {
        indexed.add(dimensions)
        indexVectors(pool, dimensions).catch((error) => log.warn({ err: error }, 'no index for vectors'))
      }
      return vectors
    },
  }
}

/** One vector of a short text, to see whether an embedding model works. */
export async function askForVector(
  ai: NonNullable<Settings['ai']>,
  name: string,
  signal: AbortSignal,
): Promise<number[]> {
  const model = providerOf(ai).embeddingModel(name)
  const { embeddings } = await embedMany({ model, values: ['ok'], maxRetries: 0, abortSignal: signal })
  const [vector] = embeddings
  if (!vector?.length) throw new Error('The embedding model did not answer')
  return vector
}

function providerOf({ baseUrl, apiKey }: NonNullable<Settings['ai']>) {
  return createOpenAICompatible({
    name: 'model-server',
    baseURL: baseUrl,
    includeUsage: true,
    ...(apiKey ? { apiKey } : {}),
  })
}

async function* piecesOf(options: Parameters<typeof streamText>[0]): AsyncGenerator<string> {
  for await (const part of streamText({ ...options, onError: () => {} }).fullStream) {
    if (part.type === 'text-delta' && part.text !== '') yield clean(part.text)
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') throw new Error('The model was stopped')
    // A connection that ends in the middle looks like an end without a reason.
    if (part.type === 'finish' && !['stop', 'length'].includes(part.finishReason)) {
      throw new Error(`The model's answer ended with ${part.finishReason}`)
    }
  }
}

/** Asks again after a pause while the failure may pass by itself. */
async function tried<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === mostTries || signal.aborted || !mayPass(error)) throw error
      await pause(waitBefore(error, attempt), signal)
    }
  }
}

function mayPass(error: unknown): boolean {
  if (APICallError.isInstance(error)) {
    const { statusCode } = error
    // Without a status the connection was refused or reset.
    return statusCode === undefined || statusCode === 429 || statusCode >= 500
  }
  return error instanceof TypeError || (error as { code?: string }).code === 'ECONNRESET'
}

function waitBefore(error: unknown, attempt: number): number {
  const asked = APICallError.isInstance(error) ? error.responseHeaders?.['retry-after'] : undefined
  const backoff = 300 * 2 ** attempt * (0.5 + Math.random())
  if (!asked) return backoff
  const milliseconds = /^\d+$/.test(asked.trim()) ? Number(asked) * 1000 : Date.parse(asked) - Date.now()
  return Math.min(longestWaitMs, Math.max(milliseconds || 0, backoff))
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

function wholeText(text: string): string {
  const whole = clean(text).slice(0, mostCharacters).trim()
  if (!/[\p{L}\p{N}]/u.test(whole)) throw new Error('The model answered nothing')
  return whole
}

/** Without control characters, and without what is left of a character that was cut. */
function clean(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\uFFFD/gu, '')
}
