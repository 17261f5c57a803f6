import { truncateText } from '@aichat/contracts/kit/text'
import {
  extractReasoningMiddleware,
  generateText,
  type LanguageModel,
  type ModelMessage,
  streamText,
  wrapLanguageModel,
} from 'ai'
import { noTracing, type Tracing } from '../observability/tracing.ts'
import { type CircuitBreaker, createCircuitBreaker } from '../process/circuit-breaker.ts'
import { systemTimers, type Timers } from '../process/timers.ts'
import { type CallDeadline, createCallDeadline } from './call-deadline.ts'
import { createProvider, type ModelServer } from './provider.ts'
import { retryModelCall } from './retry-model-call.ts'
import { createUsageCount, type OnUsage, type UsageCount } from './token-usage.ts'

export type Prompt = { system: string; messages: { role: 'user' | 'assistant'; content: string }[] }

/** The last part of an answer that was cut at its maximum length or time has `isCut`. */
type AnswerPart = { text: string; isCut: boolean }

/**
 * A language model on a server with the chat API of OpenAI or Anthropic. Temporary failures (429, 5xx, a reset connection) are retried twice.
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
  /** The same model. `onUsage` is called at the end of each call that the server has answered, also in part. */
  meter(onUsage: OnUsage): Model
}

/** `send` is the fetch function that reaches the server. */
export type ModelServices = { tracing?: Tracing; timers?: Timers; send?: typeof fetch }

export const defaultTimeoutMs = 12_000
const defaultPromptTokens = 8000
export const silenceMs = 10_000
const totalMs = 25_000
/** The longest answer. The prompt budget does not include it. */
const maxOutputTokens = 800
const maxCharacters = 4000
const temperature = 0.2

/** A model server with the state of its circuit breaker. */
type Connection = {
  ai: ModelServer
  model: LanguageModel
  breaker: CircuitBreaker
  tracing: Tracing
  timers: Timers
  attributes: Record<string, string>
}

export function openModel(
  ai: ModelServer,
  { tracing = noTracing, timers = systemTimers, send }: ModelServices = {},
): Model {
  const chatModel = createProvider(ai, send).chatModel(ai.model)
  const connection = {
    ai,
    model: wrapLanguageModel({ model: chatModel, middleware: reasoningTags }),
    breaker: createCircuitBreaker(),
    tracing,
    timers,
    attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': ai.model },
  }
  return createModel(connection, () => {})
}

function createModel(connection: Connection, onUsage: OnUsage): Model {
  const { ai, tracing, timers, breaker, attributes } = connection
  return {
    name: ai.model,
    maxPromptTokens: ai.contextTokens ?? defaultPromptTokens,
    complete(prompt, signal, timeoutMs = defaultTimeoutMs) {
      const limits = { firstTokenMs: timeoutMs, silenceMs, totalMs: timeoutMs }
      const limited = createCallDeadline(signal, timers, limits)
      const usage = createUsageCount(listTexts(prompt), onUsage)
      const request = async () => {
        const { text, totalUsage } = await generateText(toRequest(connection, prompt, limited.signal))
        usage.addOutput(text)
        usage.setReported(totalUsage)
        return toCompleteText(text)
      }
      return tracing
        .traceCall('model complete', attributes, () =>
          breaker.run(signal, () => retryModelCall(limited.signal, request, timers)),
        )
        .finally(() => {
          limited.clear()
          usage.end()
        })
    },
    async *stream(prompt, signal, deadline) {
      const limits = { firstTokenMs: ai.timeoutMs ?? defaultTimeoutMs, silenceMs, totalMs }
      const ended = deadline ? AbortSignal.any([signal, deadline]) : signal
      const limited = createCallDeadline(ended, timers, limits)
      const usage = createUsageCount(listTexts(prompt), onUsage)
      const span = tracing.startSpan('client', 'model stream', attributes)
      try {
        yield* readParts(connection, prompt, { signal, limited, usage })
      } catch (error) {
        span.recordError(error)
        throw limited.signal.aborted ? limited.signal.reason : error
      } finally {
        // The caller, or a limit, may have ended the answer before the model did: the request must not stay open.
        limited.abort()
        limited.clear()
        usage.end()
        span.end()
      }
    },
    meter: (next) => createModel(connection, next),
  }
}

type Call = { signal: AbortSignal; limited: CallDeadline; usage: UsageCount }

async function* readParts(
  connection: Connection,
  prompt: Prompt,
  { signal, limited, usage }: Call,
): AsyncGenerator<AnswerPart, void> {
  const { breaker, timers } = connection
  // Only the first part is retried: a second answer must not follow on part of another.
  const request = async () => {
    const parts = streamParts(toRequest(connection, prompt, limited.signal), limited.touch, usage)
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

function toRequest({ model }: Connection, { system, messages }: Prompt, abortSignal: AbortSignal) {
  return {
    model,
    system,
    messages: messages as ModelMessage[],
    maxOutputTokens,
    temperature,
    maxRetries: 0,
    abortSignal,
  }
}

function listTexts({ system, messages }: Prompt): string[] {
  return [system, ...messages.map(({ content }) => content)]
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

async function* streamParts(
  request: Parameters<typeof streamText>[0],
  onPart: () => void,
  usage: UsageCount,
): AsyncGenerator<AnswerPart> {
  for await (const part of streamText({ ...request, onError: () => {} }).fullStream) {
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
      onPart()
      usage.addOutput(part.text)
    }
    if (part.type === 'text-delta' && part.text !== '')
      yield { text: removeControlCharacters(part.text), isCut: false }
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') throw request.abortSignal?.reason ?? new Error('The model call was aborted')
    if (part.type !== 'finish') continue
    usage.setReported(part.totalUsage)
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
