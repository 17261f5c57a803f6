import { aiModelSentences } from '@aichat/contracts/ai/ai-model'
import type { App } from '../app.ts'
import type { OpenedModels } from '../company-models/company-models.ts'
import type { Model } from '../kit/ai/model.ts'
import { describeModelError } from './describe-model-error.ts'

const timeoutMs = 12_000
const prompt = {
  system: 'Answer with one word.',
  messages: [{ role: 'user' as const, content: 'Say ok.' }],
}

/** Asks for one short answer, and for one vector where an embedding model is set. Null, or a sentence that says what failed. */
export async function checkModel(
  { log }: Pick<App, 'log'>,
  { model, embedder, embeddingModel }: OpenedModels,
): Promise<string | null> {
  const signal = new AbortController().signal
  try {
    if (model) await readFirstPart(model)
  } catch (error) {
    log.info({ err: error, model: model?.name }, 'AI model failed its check')
    return describeModelError(error)
  }
  if (!embeddingModel) return null
  if (!embedder) return aiModelSentences.noVectors
  try {
    await embedder.embed(['ok'], signal, timeoutMs)
    return null
  } catch (error) {
    log.info({ err: error, model: embeddingModel }, 'embedding model failed its check')
    return `${aiModelSentences.embedding} ${describeModelError(error)}`
  }
}

/** Reads the beginning of an answer, as a stream: that is how visitors get theirs, and some servers send nothing else. */
async function readFirstPart(model: Model): Promise<void> {
  for await (const { text } of model.stream(prompt, AbortSignal.timeout(timeoutMs))) {
    if (text.trim() !== '') return
  }
  throw new Error('The model answered nothing')
}
