import * as z from 'zod/mini'
import { id, isWebUrl, requiredText, time } from './common.ts'
import { routes } from './route.ts'

export const knowledgeLimits = {
  manualText: 100_000,
  url: 2000,
  preview: 140,
  embedWaitSeconds: 10,
  fileBytes: 10 * 1024 * 1024,
} as const

/** What can be read, by the end of its name. */
export const knowledgeFileTypes = {
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.doc': 'application/msword',
  '.txt': 'text/plain',
} as const
export type KnowledgeExtension = keyof typeof knowledgeFileTypes

export const knowledgeSentences = {
  content: 'Write the text your agent should know',
  url: 'Enter a full web address, like https://acme.com/help',
  loadFailed: 'Failed to load knowledge base',
  addFailed: 'Failed to add knowledge base item',
  uploadFailed: 'Failed to upload and embed file',
  file: 'Choose a PDF, Word or text file',
  fileTooLarge: 'The file is too large (10 MB at most).',
  fileType: 'Only .pdf, .docx, .doc and .txt files can be read.',
  fileUnknown: 'This file is not there to be added. Please upload it again.',
  notAPage: 'Only pages can be fetched again.',
  confirmRemove: 'Remove this knowledge base item?',
} as const

export const knowledgeStatus = z.enum(['pending', 'embedded', 'failed'])
export type KnowledgeStatus = z.output<typeof knowledgeStatus>

/** What is being done to an item right now; null while nothing is. */
export const knowledgeStage = z.nullable(z.enum(['waiting', 'fetching', 'reading', 'indexing']))
export type KnowledgeStage = z.output<typeof knowledgeStage>

/** How often a page is fetched again by itself. */
export const knowledgeRefresh = z.enum(['off', 'daily', 'weekly'], 'Choose off, daily or weekly')
export type KnowledgeRefresh = z.output<typeof knowledgeRefresh>

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
  stage: knowledgeStage,
  error: z.nullable(z.string()),
  /** When the last try failed that `error` speaks of. */
  failedAt: z.nullable(time),
  /** When what it says now was last found to be so. */
  fetchedAt: z.nullable(time),
  refresh: knowledgeRefresh,
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
    z.object({
      type: z.literal('file'),
      fileName: requiredText(300, knowledgeSentences.file),
      fileMime: requiredText(200, knowledgeSentences.file),
      s3Bucket: requiredText(200, knowledgeSentences.file),
      s3Key: requiredText(500, knowledgeSentences.file),
    }),
  ],
  'Choose manual, url or file',
)
export type KnowledgeDraft = z.output<typeof knowledgeDraft>

const outcome = z.object({ status: knowledgeStatus, error: z.nullable(z.string()) })

export const uploadedFile = z.object({
  fileName: z.string(),
  fileMime: z.string(),
  s3Bucket: z.string(),
  s3Key: z.string(),
  size: z.int(),
})
export type UploadedFile = z.output<typeof uploadedFile>

export const knowledgeRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/projects/:projectId/agent/kb',
    summary: 'Knowledge items, newest first',
    scope: 'knowledge:read',
    response: z.array(knowledgeItem),
  },
  add: {
    method: 'POST',
    path: '/api/projects/:projectId/agent/kb',
    summary: 'Add a text, a page or an uploaded file; it waits as pending until it is embedded',
    scope: 'knowledge:write',
    body: knowledgeDraft,
    response: knowledgeItem,
    status: 201,
  },
  remove: {
    method: 'DELETE',
    path: '/api/projects/:projectId/agent/kb/:itemId',
    summary: 'Remove an item; no later answer uses it',
    scope: 'knowledge:write',
  },
  embed: {
    method: 'PATCH',
    path: '/api/projects/:projectId/agent/kb/:itemId/embedded',
    summary: 'Fetch, split and index the item; a long job answers pending and goes on',
    scope: 'knowledge:write',
    response: outcome,
  },
  update: {
    method: 'PATCH',
    path: '/api/projects/:projectId/agent/kb/:itemId',
    summary: 'How often the page is fetched again by itself, once it is embedded',
    scope: 'knowledge:write',
    body: z.object({ refresh: knowledgeRefresh }),
    response: knowledgeItem,
  },
  fetchAgain: {
    method: 'POST',
    path: '/api/projects/:projectId/agent/kb/:itemId/fetch',
    summary:
      'Fetch the page again; what has not changed stays as it is, and so does everything when the fetch fails',
    scope: 'knowledge:write',
    response: outcome,
  },
  upload: {
    method: 'POST',
    path: '/api/projects/:projectId/agent/upload/file',
    summary: 'Upload a file in the multipart field `file`; add it with what this answers, within a day',
    scope: 'knowledge:write',
    multipart: 'file',
    response: uploadedFile,
    status: 201,
  },
})
