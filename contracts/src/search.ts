import * as z from 'zod/mini'
import { routes } from './route.ts'

/** By what an agent finds its knowledge: by words always; what else needs an extension of the database, or a model. */
export const searchStatus = z.object({
  words: z.literal(true),
  typos: z.boolean(),
  /** `off`: no embedding model is set. `unavailable`: one is, and the database cannot keep vectors. */
  meaning: z.enum(['on', 'off', 'unavailable']),
  embeddingModel: z.nullable(z.string()),
  chunks: z.int(),
  /** Chunks that are found by words alone, until the model has read them. */
  chunksWithoutMeaning: z.int(),
})

export const searchRoutes = routes({
  status: {
    method: 'GET',
    path: '/api/projects/:projectId/agent/search',
    summary: 'By what the knowledge is found: words, typos, meaning',
    response: searchStatus,
  },
})
