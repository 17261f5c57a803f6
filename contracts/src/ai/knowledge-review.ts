import * as z from 'zod/mini'
import { id, time } from '../kit/common.ts'
import { routes } from '../kit/route.ts'

/** A part of an item's text that is searched and quoted as one unit. */
const knowledgeChunk = z.object({
  position: z.int(),
  /** From the outermost heading to the innermost. */
  headings: z.array(z.string()),
  body: z.string(),
  /** Where the chunk is in the text. */
  start: z.int(),
  end: z.int(),
  /** How many characters at its start repeat the end of the previous chunk. */
  overlap: z.int(),
})
export type KnowledgeChunk = z.output<typeof knowledgeChunk>

/** What was read from an item; without text and chunks until it is embedded. */
const knowledgeContent = z.object({
  text: z.string(),
  /** When this content was first read; null until then. */
  readAt: z.nullable(time),
  chunks: z.array(knowledgeChunk),
})
export type KnowledgeContent = z.output<typeof knowledgeContent>

/** An AI reply that cites an item. */
const knowledgeUse = z.object({
  sessionId: id,
  question: z.string(),
  outcome: z.enum(['answered', 'suggested']),
  /** What the reply quotes or paraphrases, once for each passage. */
  quotes: z.array(z.string()),
  /** The chunks of the current content that the reply quotes; empty when the content has changed since. */
  positions: z.array(z.int()),
  at: time,
})
export type KnowledgeUse = z.output<typeof knowledgeUse>

const knowledgeUseCounts = z.object({
  /** The start of the counted period: 30 days ago, or later where there are more than 2,000 replies. */
  since: time,
  /** How many AI replies cite each item; unused items are left out. */
  counts: z.array(z.object({ itemId: id, count: z.int() })),
})
export type KnowledgeUseCounts = z.output<typeof knowledgeUseCounts>

export const knowledgeReviewRoutes = routes({
  countUses: {
    method: 'GET',
    path: '/api/projects/:projectId/agent/kb/use-counts',
    summary: 'Count the AI replies of the last 30 days that cite each knowledge item',
    access: { permission: 'knowledge.read', rateLimit: 'none', audit: 'none' },
    scope: 'knowledge:read',
    response: knowledgeUseCounts,
  },
  content: {
    method: 'GET',
    path: '/api/projects/:projectId/agent/kb/:itemId/content',
    summary: 'Get the text that was read from a knowledge item, and its chunks',
    access: { permission: 'knowledge.read', rateLimit: 'none', audit: 'none' },
    scope: 'knowledge:read',
    response: knowledgeContent,
  },
  original: {
    method: 'GET',
    path: '/api/projects/:projectId/agent/kb/:itemId/original',
    summary:
      'Download the file that a knowledge item was read from; 404 for a text, a page or a document of an archive',
    access: { permission: 'knowledge.read', rateLimit: 'none', audit: 'none' },
    scope: 'knowledge:read',
    download: 'application/octet-stream',
  },
  // Without an API scope, because it contains questions of visitors.
  uses: {
    method: 'GET',
    path: '/api/projects/:projectId/agent/kb/:itemId/uses',
    summary: 'List the newest AI replies that cite a knowledge item',
    access: { permission: 'conversations.read', rateLimit: 'none', audit: 'none' },
    response: z.array(knowledgeUse),
  },
})
