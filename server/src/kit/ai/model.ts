import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { truncateText } from '@aichat/contracts/text'
import {
  embedMany,
  extractReasoningMiddleware,
  generateText,
  type ModelMessage,
  streamText,
  wrapLanguageModel,
} from 'ai'
import { createCircuitBreaker } from '../process/circuit-breaker.ts'
import type { Settings } from '../process/settings.ts'
import { systemTimers, type Timers } from '../process/timers.ts'
import { noTracing, type Tracing } from '../process/tracing.ts'
import { type CallDeadline, createCallDeadline } from './call-deadline.ts'
import { createCompatibleFetch } from './compatible-fetch.ts'
import { retryModelCall } from './retry-model-call.ts'

export type Prompt = { system: string; messages: { role: 'user' | 'assistant'; content: string }[] }

/** The last part of an answer that was cut at its maximum length or time has `isCut`. */
type AnswerPart = { text: string; isCut: boolean }

/**
 * A language model on any OpenAI-compatible server. Temporary failures (429, 5xx, a reset connection) are retried twice.
 * A circuit breaker opens after five failed questions within half a minute. Reasoning is left out.
 */
export type Model = {
  name: string
  /** The budget for a prompt, AI_CONTEXT_TOKENS. The caller keeps it. */
  maxPromptTokens: number
  /** @throws when the server fails or answers nothing, and when `timeoutMs`, which includes retries, is over */
  complete(prompt: Prompt, signal: AbortSignal, timeoutMs?: number): Promise<string>
  /**
   * Yields the answer in parts. Ends within AI_TIMEOUT_MS to the first token and 10 s of silence, and is cut after 25 s. `deadline`
   * ends it too, and counts as a failure of the server, whereas `signal` says that the answer is no longer needed.
   * @throws also when the stream breaks off, after the parts that were received
   */
  stream(prompt: Prompt, signal: AbortSignal, deadline?: AbortSignal): AsyncIterable<AnswerPart>
}

/** A model that turns texts into vectors, which are close for texts with similar meaning. */
export type Embedder = {
  name: string
  /** @throws when the server fails, and when `timeoutMs` per request, which includes retries, is over */
  embed(texts: string[], signal: AbortSignal, timeoutMs?: number): Promise<number[][]>
}

type ModelServer = NonNullable<Settings['ai']>

const defaultTimeoutMs = 12_000
const defaultPromptTokens = 8000
const silenceMs = 10_000
const totalMs = 25_000
/** The longest answer. The prompt budget does not include it. */
const maxOutputTokens = 800
const maxCharacters = 4000
const maxTextsPerCall = 64
const temperature = 0.2

export function openModel(
  settings: Settings,
  tracing: Tracing = noTracing,
  timers: Timers = systemTimers,
): Model | null {
  const { ai } = settings
  if (!ai) return null
  const model = wrapLanguageModel({ model: createProvider(ai)(ai.model), middleware: reasoningTags })
  const breaker = createCircuitBreaker()
  const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': ai.model }
  const toRequest = (prompt: Prompt, signal: AbortSignal) => ({
    model,
    system: prompt.system,
    messages: prompt.messages as ModelMessage[],
    maxOutputTokens,
    temperature,
    maxRetries: 0,
    abortSignal: signal,
  })

  async function* readParts(
    prompt: Prompt,
    signal: AbortSignal,
    limited: CallDeadline,
  ): AsyncGenerator<AnswerPart, void> {
    // Only the first part is retried: a second answer must not follow on part of another.
    const request = async () => {
      const parts = streamParts(toRequest(prompt, limited.signal), limited.touch)
      const first = await parts.next()
      if (first.done) throw new Error('The model answered nothing')
      return { first: first.value, parts }
    }
    const { first, parts } = await breaker.run(signal, () => retryModelCall(limited.signal, request, timers))
    let { length } = first.text
    yield first
    for (;;) {
      const next = await breaker.continue(signal, () => parts.next().catch(endAtTotal(limited)))
      if (next?.done) return
      length += next?.value.text.length ?? 0
      if (!next || length > maxCharacters) {
        yield { text: '', isCut: true }
        return
      }
      yield next.value
    }
  }

  return {
    name: ai.model,
    maxPromptTokens: ai.contextTokens ?? defaultPromptTokens,
    complete(prompt, signal, timeoutMs = defaultTimeoutMs) {
      const limited = createCallDeadline(signal, timers, {
        firstTokenMs: timeoutMs,
        silenceMs,
        totalMs: timeoutMs,
      })
      const request = async () => toCompleteText((await generateText(toRequest(prompt, limited.signal))).text)
      return tracing
        .traceCall('model complete', attributes, () =>
          breaker.run(signal, () => retryModelCall(limited.signal, request, timers)),
        )
        .finally(limited.clear)
    },
    async *stream(prompt, signal, deadline) {
      const limits = { firstTokenMs: ai.timeoutMs ?? defaultTimeoutMs, silenceMs, totalMs }
      const ended = deadline ? AbortSignal.any([signal, deadline]) : signal
      const limited = createCallDeadline(ended, timers, limits)
      const span = tracing.startSpan('client', 'model stream', attributes)
      try {
        yield* readParts(prompt, signal, limited)
      } catch (error) {
        span.recordError(error)
        throw limited.signal.aborted ? limited.signal.reason : error
      } finally {
        // The caller, or a limit, may have ended the answer before the model did: the request must not stay open.
        limited.abort()
        limited.clear()
        span.end()
      }
    },
  }
}

/** A model that is still writing when its time is over has not failed: null. */
function endAtTotal(limited: CallDeadline) {
  return (error: unknown): null => {
    if (limited.isTotalOver()) return null
    throw error
  }
}

/** Models without a parser for reasoning on their server write it into the answer, between such tags. */
const reasoningTags = ['think', 'thinking', 'reasoning'].map((tagName) =>
  extractReasoningMiddleware({ tagName }),
)

/** Null without an embedding model. `onVectors` is called with the number of dimensions of the model's vectors. */
export function openEmbedder(
  settings: Settings,
  onVectors: (dimensions: number) => void,
  tracing: Tracing = noTracing,
  timers: Timers = systemTimers,
): Embedder | null {
  const name = settings.ai?.embeddingModel
  if (!settings.ai || !name) return null
  const model = createProvider(settings.ai).embeddingModel(name)
  const breaker = createCircuitBreaker()
  const attributes = { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': name }

  async function embedBatch(values: string[], signal: AbortSignal, timeoutMs: number): Promise<number[][]> {
    const limited = createCallDeadline(signal, timers, {
      firstTokenMs: timeoutMs,
      silenceMs,
      totalMs: timeoutMs,
    })
    const request = () => embedMany({ model, values, maxRetries: 0, abortSignal: limited.signal })
    const { embeddings } = await tracing
      .traceCall('model embed', attributes, () =>
        breaker.run(signal, () => retryModelCall(limited.signal, request, timers)),
      )
      .finally(limited.clear)
    return embeddings
  }

  return {
    name,
    async embed(texts, signal, timeoutMs = defaultTimeoutMs) {
      const vectors: number[][] = []
      for (let start = 0; start < texts.length; start += maxTextsPerCall) {
        vectors.push(...(await embedBatch(texts.slice(start, start + maxTextsPerCall), signal, timeoutMs)))
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
    fetch: createCompatibleFetch(),
    ...(apiKey ? { apiKey } : {}),
  })
}

async function* streamParts(
  request: Parameters<typeof streamText>[0],
  onPart: () => void,
): AsyncGenerator<AnswerPart> {
  for await (const part of streamText({ ...request, onError: () => {} }).fullStream) {
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') onPart()
    if (part.type === 'text-delta' && part.text !== '')
      yield { text: removeControlCharacters(part.text), isCut: false }
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') throw request.abortSignal?.reason ?? new Error('The model call was aborted')
    if (part.type !== 'finish') continue
    if (part.finishReason === 'length') yield { text: '', isCut: true }
    // A connection that breaks off looks like an end with another reason.
    else if (part.finishReason !== 'stop')
      throw new Error(`The model's answer ended with ${part.finishReason}`)
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
