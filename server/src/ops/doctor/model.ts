import { testEmbeddingModel } from '../../kit/ai/embedder.ts'
import { openModel } from '../../kit/ai/model.ts'
import type { DoctorContext } from './doctor-context.ts'
import { bad, type Finding, getErrorMessage, ok, warn } from './finding.ts'

const requestTimeoutMs = 20_000
/** pgvector cannot index longer vectors. */
const maxIndexedDimensions = 2000

/** Requests one short answer, and one vector if an embedding model is set. */
export async function checkModel({ settings }: DoctorContext): Promise<Finding[]> {
  const { ai } = settings
  if (!ai) return [ok('model', 'not configured: answers are quoted from the knowledge')]
  const model = openModel(ai)
  const answers = async (): Promise<Finding> => {
    const begun = Date.now()
    const question = {
      system: 'Answer with one word.',
      messages: [{ role: 'user' as const, content: 'Say ok.' }],
    }
    try {
      await model.complete(question, AbortSignal.timeout(requestTimeoutMs))
      return ok('model', `${ai.model} answered within ${((Date.now() - begun) / 1000).toFixed(1)} s`)
    } catch (error) {
      return bad(
        'model',
        `${ai.model} at ${ai.baseUrl}: ${getErrorMessage(error)}`,
        remedyFor(error, 'AI_MODEL'),
      )
    }
  }
  const embeds = async (name: string): Promise<Finding> => {
    try {
      const { length } = await testEmbeddingModel(ai, name, AbortSignal.timeout(requestTimeoutMs))
      const found = `${name} returns vectors of ${length} dimensions`
      return length > maxIndexedDimensions
        ? warn(
            'embedding',
            found,
            `Vectors of more than ${maxIndexedDimensions} dimensions cannot be indexed. Choose a smaller embedding model.`,
          )
        : ok('embedding', found)
    } catch (error) {
      return bad('embedding', `${name}: ${getErrorMessage(error)}`, remedyFor(error, 'AI_EMBEDDING_MODEL'))
    }
  }
  return Promise.all([answers(), ...(ai.embeddingModel ? [embeds(ai.embeddingModel)] : [])])
}

function remedyFor(error: unknown, setting: string): string {
  const { statusCode } = error as { statusCode?: number }
  if (statusCode === 401 || statusCode === 403) return 'Correct AI_API_KEY: the model server rejects it.'
  if (statusCode === 404)
    return `Correct ${setting} or AI_BASE_URL: the model server does not have this model or path.`
  if (statusCode === 429)
    return 'The model server limits the request rate. Check its limits and your account.'
  if (statusCode) return 'Read the log of the model server.'
  return 'Check that the model server runs and that this machine can reach AI_BASE_URL.'
}
