import { embedMany } from 'ai'
import { noTracing } from '../observability/tracing.ts'
import { createCircuitBreaker } from '../process/circuit-breaker.ts'
import { systemTimers } from '../process/timers.ts'
import { createCallDeadline } from './call-deadline.ts'
import { defaultTimeoutMs, type ModelServices, silenceMs } from './model.ts'
import { createProvider, type ModelServer } from './provider.ts'
import { retryModelCall } from './retry-model-call.ts'

/** A model that turns texts into vectors, which are close for texts with similar meaning. */
export type Embedder = {
  name: string
  /** @throws when the server fails, and when `timeoutMs` per request, which includes retries, is over */
  embed(texts: string[], signal: AbortSignal, timeoutMs?: number): Promise<number[][]>
}

const maxTextsPerCall = 64
/** The limit of pgvector's column type. */
const maxDimensions = 16_000

/** Null without an embedding model. `onVectors` is called with the number of dimensions of the model's vectors. */
export function openEmbedder(
  ai: ModelServer,
  onVectors: (dimensions: number) => void,
  { tracing = noTracing, timers = systemTimers, send }: ModelServices = {},
): Embedder | null {
  const name = ai.embeddingModel
  if (!name) return null
  const model = createProvider(ai, send).embeddingModel(name)
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
      if (!isComplete || dimensions === 0 || dimensions > maxDimensions)
        throw new Error('The embedding model did not answer every text')
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
