import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { truncateText } from '@aichat/contracts/text'
import { embedMany, generateText, type ModelMessage, streamText } from 'ai'
import { createCircuitBreaker } from '../process/circuit-breaker.ts'
import { deadline } from '../process/deadline.ts'
import type { Settings } from '../process/settings.ts'
import { noTracing, type Tracing } from '../process/tracing.ts'
import { retryModelCall } from './retry-model-call.ts'

export type Prompt = { system: string; messages: { role: 'user' | 'assistant'; content: string }[] }

/**
 * A language model on any OpenAI-compatible server. Temporary failures (429, 5xx, a reset connection) are retried twice;
 * each call ends within 20 s; a circuit breaker opens after five failures within half a minute.
 */
export type Model = {
  name: string
  /** @throws when the server fails or answers nothing, and when `timeoutMs`, which includes retries, is over */
  complete(prompt: Prompt, signal: AbortSignal, timeoutMs?: number): Promise<string>
  /** Yields the answer in parts. @throws also when the stream breaks off, after the parts that were received */
  stream(prompt: Prompt, signal: AbortSignal): AsyncIterable<string>
}

/** A model that turns texts into vectors, which are close for texts with similar meaning. */
export type Embedder = {
  name: string
  embed(texts: string[], signal: AbortSignal): Promise<number[][]>
}

type ModelServer = NonNullable<Settings['ai']>

const defaultTimeoutMs = 20_000
const maxOutputTokens = 800
const maxCharacters = 4000
const maxTextsPerCall = 64
const temperature = 0.2

export function openModel(settings: Settings, tracing: Tracing = noTracing): Model | null {
  const { ai } = settings
  if (!ai) return null
  const provider = createProvider(ai)
  const breaker = createCircuitBreaker()
  const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': ai.model }
  const toRequest = (prompt: Prompt, signal: AbortSignal) => ({
    model: provider(ai.model),
    system: prompt.system,
    messages: prompt.messages as ModelMessage[],
    maxOutputTokens,
    temperature,
    maxRetries: 0,
    abortSignal: signal,
  })

  async function* readParts(prompt: Prompt, signal: AbortSignal, limitedSignal: AbortSignal) {
    // Only the first part is retried: a second answer must not follow on part of another.
    const { first, parts } = await retryModelCall(limitedSignal, () =>
      breaker.run(signal, async () => {
        const parts = streamParts(toRequest(prompt, limitedSignal))
        const first = await parts.next()
        if (first.done) throw new Error('The model answered nothing')
        return { first: first.value, parts }
      }),
    )
    let { length } = first
    yield first
    for (;;) {
      const next = await breaker.continue(signal, () => parts.next())
      if (next.done) return
      length += next.value.length
      if (length > maxCharacters) return
      yield next.value
    }
  }

  return {
    name: ai.model,
    complete(prompt, signal, timeoutMs = defaultTimeoutMs) {
      const limited = deadline(signal, timeoutMs)
      const request = () =>
        breaker.run(signal, async () => {
          const { text } = await generateText(toRequest(prompt, limited.signal))
          return toCompleteText(text)
        })
      return tracing
        .traceCall('model complete', attributes, () => retryModelCall(limited.signal, request))
        .finally(limited.clear)
    },
    async *stream(prompt, signal) {
      const limited = deadline(signal, defaultTimeoutMs)
      const span = tracing.startSpan('client', 'model stream', attributes)
      try {
        yield* readParts(prompt, signal, limited.signal)
      } catch (error) {
        span.recordError(error)
        throw error
      } finally {
        // The caller, or a limit, may have ended the answer before the model did: the request must not stay open.
        limited.abort()
        limited.clear()
        span.end()
      }
    },
  }
}

/** Null without an embedding model. `onVectors` is called with the number of dimensions of the model's vectors. */
export function openEmbedder(
  settings: Settings,
  onVectors: (dimensions: number) => void,
  tracing: Tracing = noTracing,
): Embedder | null {
  const name = settings.ai?.embeddingModel
  if (!settings.ai || !name) return null
  const model = createProvider(settings.ai).embeddingModel(name)
  const breaker = createCircuitBreaker()
  const attributes = { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': name }

  async function embedBatch(values: string[], signal: AbortSignal): Promise<number[][]> {
    const limited = deadline(signal, defaultTimeoutMs)
    const request = () =>
      breaker.run(signal, () => embedMany({ model, values, maxRetries: 0, abortSignal: limited.signal }))
    const { embeddings } = await tracing
      .traceCall('model embed', attributes, () => retryModelCall(limited.signal, request))
      .finally(limited.clear)
    return embeddings
  }

  return {
    name,
    async embed(texts, signal) {
      const vectors: number[][] = []
      for (let start = 0; start < texts.length; start += maxTextsPerCall) {
        vectors.push(...(await embedBatch(texts.slice(start, start + maxTextsPerCall), signal)))
      }
      const dimensions = vectors[0]?.length ?? 0
      const isComplete =
        vectors.length === texts.length && vectors.every((vector) => vector.length === dimensions)
      if (!isComplete || dimensions === 0) throw new Error('The embedding model did not answer every text')
      onVectors(dimensions)
      return vectors
    },
  }
}

/** Embeds a short text to check whether an embedding model works. */
export async function testEmbeddingModel(
  ai: ModelServer,
  name: string,
  signal: AbortSignal,
): Promise<number[]> {
  const model = createProvider(ai).embeddingModel(name)
  const { embeddings } = await embedMany({ model, values: ['ok'], maxRetries: 0, abortSignal: signal })
  const [vector] = embeddings
  if (!vector?.length) throw new Error('The embedding model did not answer')
  return vector
}

function createProvider({ baseUrl, apiKey }: ModelServer) {
  return createOpenAICompatible({
    name: 'model-server',
    baseURL: baseUrl,
    includeUsage: true,
    ...(apiKey ? { apiKey } : {}),
  })
}

async function* streamParts(request: Parameters<typeof streamText>[0]): AsyncGenerator<string> {
  for await (const part of streamText({ ...request, onError: () => {} }).fullStream) {
    if (part.type === 'text-delta' && part.text !== '') yield removeControlCharacters(part.text)
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') throw new Error('The model call was aborted')
    // A connection that breaks off looks like an end with another reason.
    if (part.type === 'finish' && !['stop', 'length'].includes(part.finishReason)) {
      throw new Error(`The model's answer ended with ${part.finishReason}`)
    }
  }
}

function toCompleteText(text: string): string {
  const complete = truncateText(removeControlCharacters(text), maxCharacters).trim()
  if (!/[\p{L}\p{N}]/u.test(complete)) throw new Error('The model answered nothing')
  return complete
}

/** Also removes the replacement character, which stands for a character that was cut in two. */
function removeControlCharacters(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\uFFFD/gu, '')
}
