import * as z from 'zod/mini'
import { id, isWebUrl, requiredText, time } from './common.ts'
import { routes } from './route.ts'

export const knowledgeLimits = { manualText: 100_000, url: 2000, preview: 140, embedWaitSeconds: 10 } as const

export const knowledgeSentences = {
  content: 'Write the text your agent should know',
  url: 'Enter a full web address, like https://acme.com/help',
  loadFailed: 'Failed to load knowledge base',
  addFailed: 'Failed to add knowledge base item',
  confirmRemove: 'Remove this knowledge base item?',
} as const

export const knowledgeStatus = z.enum(['pending', 'embedded', 'failed'])
export type KnowledgeStatus = z.output<typeof knowledgeStatus>

export const knowledgeItem = z.object({
  id,
  type: z.enum(['manual', 'url', 'file']),
  status: knowledgeStatus,
  title: z.string(),
  rawText: z.nullable(z.string()),
  sourceUrl: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  fileMime: z.nullable(z.string()),
  s3Bucket: z.nullable(z.string()),
  s3Key: z.nullable(z.string()),
  characters: z.int(),
  chunks: z.int(),
  error: z.nullable(z.string()),
  createdAt: time,
  order: z.int(),
})
export type KnowledgeItem = z.output<typeof knowledgeItem>

export const knowledgeDraft = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('manual'),
      content: requiredText(knowledgeLimits.manualText, knowledgeSentences.content),
    }),
    z.object({
      type: z.literal('url'),
      url: requiredText(knowledgeLimits.url, knowledgeSentences.url).check(
        z.refine(isWebUrl, knowledgeSentences.url),
      ),
    }),
  ],
  'Choose manual or url',
)
export type KnowledgeDraft = z.output<typeof knowledgeDraft>

export const knowledgeRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/projects/:projectId/agent/kb',
    summary: 'Knowledge items, newest first',
    answer: z.array(knowledgeItem),
  },
  add: {
    method: 'POST',
    path: '/api/projects/:projectId/agent/kb',
    summary: 'Add a text or a page; it waits as pending until it is embedded',
    body: knowledgeDraft,
    answer: knowledgeItem,
    status: 201,
  },
  remove: {
    method: 'DELETE',
    path: '/api/projects/:projectId/agent/kb/:itemId',
    summary: 'Remove an item; no later answer uses it',
  },
  embed: {
    method: 'PATCH',
    path: '/api/projects/:projectId/agent/kb/:itemId/embedded',
    summary: 'Fetch, split and index the item; a long job answers pending and goes on',
    answer: z.object({ status: knowledgeStatus, error: z.nullable(z.string()) }),
  },
})
