import * as z from 'zod/mini'
import { routes } from '../kit/route.ts'

/** Which kinds of search are available. Typo tolerance needs pg_trgm; semantic search needs pgvector and a model. */
export const searchStatus = z.object({
  words: z.literal(true),
  typos: z.boolean(),
  /** `off`: no embedding model is configured. `unavailable`: the database cannot store vectors. */
  meaning: z.enum(['on', 'off', 'unavailable']),
  embeddingModel: z.nullable(z.string()),
  chunks: z.int(),
  /** Chunks without an embedding yet: only keyword search finds them. */
  chunksWithoutMeaning: z.int(),
})

export const searchRoutes = routes({
  status: {
    method: 'GET',
    path: '/api/projects/:projectId/agent/search',
    summary: 'Retrieve the status of keyword, typo-tolerant and semantic search',
    access: { permission: 'knowledge.read', rateLimit: 'none', audit: 'none' },
    response: searchStatus,
  },
})
