import * as z from 'zod/mini'
import { perFileLimits, uploadLimits } from '../chat/attachments.ts'
import { id, isWebUrl, optionalLine, requiredText, time } from '../kit/common.ts'
import { perCompany, type RateLimit } from '../kit/rate-limit.ts'
import { routes } from '../kit/route.ts'

export const knowledgeLimits = {
  manualText: 100_000,
  url: 2000,
  title: 200,
  /** Items of one bulk action. */
  bulk: 500,
  preview: 140,
  embedWaitSeconds: 10,
  fileBytes: 10 * 1024 * 1024,
  importFiles: 10,
} as const

/** Supported file types, by file extension. */
export const knowledgeFileTypes = {
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.doc': 'application/msword',
  '.txt': 'text/plain',
} as const
export type KnowledgeExtension = keyof typeof knowledgeFileTypes

/** File types of an import, by file extension. */
export const knowledgeImportTypes = {
  ...knowledgeFileTypes,
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.csv': 'text/csv',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export const knowledgeSentences = {
  longContent: 'Use at most 100,000 characters. Add a longer text in parts, or as a file.',
  content: 'Enter the text your agent should know',
  url: 'Enter a full web address, like https://acme.com/help',
  loadFailed: 'Failed to load knowledge base',
  addFailed: 'Failed to add knowledge base item',
  uploadFailed: 'Failed to upload and embed file',
  file: 'Choose a PDF, Word or text file',
  fileTooLarge: 'The file is too large (10 MB at most).',
  fileEmpty: 'The file is empty.',
  fileContent: "The file's content does not match its name.",
  fileType: 'Only .pdf, .docx, .doc and .txt files are supported.',
  fileUnknown: 'File not found. Please upload it again.',
  importFiles: 'Choose at least one file',
  importTooMany: 'Import up to 10 files at a time.',
  importType: 'Only PDF, Word, text, Markdown, HTML, CSV and Excel (.xlsx) files are supported.',
  importFailed: 'Failed to import files',
  notAPage: 'Only pages can be refreshed.',
  ofASource: 'The settings of its website or archive apply to this item.',
  readWithWebsite: 'This page is read with its website. Refresh the website instead.',
  notStored: 'The text of this page is not stored. Refresh its website.',
  notManual: 'Only manual texts can be edited. Change the page or file, then read it again.',
  title: 'Enter a title',
  longTitle: 'Use at most 200 characters',
  changedMeanwhile: 'This item was changed in the meantime. Reload it, then make your change again.',
  questionLanguage: 'Choose one of the supported languages',
  noChange: 'Choose at least one change',
  bulkAction: 'Choose embed, enable or disable',
  bulkItems: 'Choose 1 to 500 items',
  updateFailed: 'Failed to update knowledge base item',
  confirmRemove: 'Remove this knowledge base item?',
} as const

export const knowledgeStatus = z.enum(['pending', 'embedded', 'failed'])
export type KnowledgeStatus = z.output<typeof knowledgeStatus>

/** The current step of an item's embedding run; null when no run is active. */
export const knowledgeStage = z.nullable(z.enum(['waiting', 'fetching', 'reading', 'indexing']))
export type KnowledgeStage = z.output<typeof knowledgeStage>

/** How often a page is fetched again automatically. */
export const knowledgeRefresh = z.enum(['off', 'daily', 'weekly'], 'Choose off, daily or weekly')
export type KnowledgeRefresh = z.output<typeof knowledgeRefresh>

/** The languages that an item can be limited to. */
export const questionLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const
const questionLanguage = z.nullable(z.enum(questionLanguages, knowledgeSentences.questionLanguage))
export type QuestionLanguage = z.output<typeof questionLanguage>

export const knowledgeItem = z.object({
  id,
  type: z.enum(['manual', 'url', 'file']),
  status: knowledgeStatus,
  title: z.string(),
  rawText: z.nullable(z.string()),
  sourceUrl: z.nullable(z.string()),
  /** The website or archive that the item belongs to; null for items that were added one by one. */
  sourceId: z.nullable(id),
  fileName: z.nullable(z.string()),
  fileMime: z.nullable(z.string()),
  s3Bucket: z.nullable(z.string()),
  s3Key: z.nullable(z.string()),
  characters: z.int(),
  chunks: z.int(),
  /** How much of a page's visible text was read, in percent, when content may be missing; else null. */
  lowReadPercent: z.nullable(z.int()),
  stage: knowledgeStage,
  error: z.nullable(z.string()),
  /** When the run of `error` failed. */
  failedAt: z.nullable(time),
  /** When the content was last fetched or confirmed to be unchanged. */
  fetchedAt: z.nullable(time),
  refresh: knowledgeRefresh,
  /** New text of the page waits until the answers are published; items of a source follow its setting. */
  asksBeforePublish: z.boolean(),
  /** Whether the title was set by a person; it then stays when the content changes. */
  hasCustomTitle: z.boolean(),
  /** A disabled item stays embedded and is in no answer. */
  isEnabled: z.boolean(),
  /** The item answers only questions in this language; null for all. */
  questionLanguage,
  /** Increments with each change by a person. */
  revision: z.int(),
  createdAt: time,
  order: z.int(),
})
export type KnowledgeItem = z.output<typeof knowledgeItem>

export const knowledgeDraft = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('manual'),
      /** Missing or empty for the first line of the content. */
      title: z.optional(z.nullable(optionalLine(knowledgeLimits.title))),
      content: requiredText(
        knowledgeLimits.manualText,
        knowledgeSentences.content,
        knowledgeSentences.longContent,
      ),
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

/** Changes of an item; what is missing stays. */
const knowledgeChanges = z
  .object({
    refresh: z.optional(knowledgeRefresh),
    /** Of a page that belongs to no source. */
    asksBeforePublish: z.optional(z.boolean()),
    /** Null restores the title of the content. */
    title: z.optional(
      z.nullable(requiredText(knowledgeLimits.title, knowledgeSentences.title, knowledgeSentences.longTitle)),
    ),
    /** Of a manual text. An embedded item is embedded again; until then answers use the previous text. */
    content: z.optional(
      requiredText(knowledgeLimits.manualText, knowledgeSentences.content, knowledgeSentences.longContent),
    ),
    isEnabled: z.optional(z.boolean()),
    questionLanguage: z.optional(questionLanguage),
    /** Refuses the change when the item has another revision. */
    revision: z.optional(z.int()),
  })
  .check(
    z.refine(
      ({ revision: _, ...changes }) => Object.values(changes).some((value) => value !== undefined),
      knowledgeSentences.noChange,
    ),
  )
export type KnowledgeChanges = z.output<typeof knowledgeChanges>

const itemIds = z
  .array(id, knowledgeSentences.bulkItems)
  .check(
    z.minLength(1, knowledgeSentences.bulkItems),
    z.maxLength(knowledgeLimits.bulk, knowledgeSentences.bulkItems),
  )

const outcome = z.object({ status: knowledgeStatus, error: z.nullable(z.string()) })

export const uploadedFile = z.object({
  fileName: z.string(),
  fileMime: z.string(),
  s3Bucket: z.string(),
  s3Key: z.string(),
  size: z.int(),
})
export type UploadedFile = z.output<typeof uploadedFile>

/** What became of one file of an import: a pending item, or the reason why there is none. */
export const importOutcome = z.object({
  fileName: z.string(),
  item: z.nullable(knowledgeItem),
  error: z.nullable(z.string()),
})
export type ImportOutcome = z.output<typeof importOutcome>

export const knowledgeRateLimits = {
  fetchPage: { name: 'fetchPage', points: 60, seconds: 60 * 60 },
} as const satisfies Record<string, RateLimit>

export const knowledgeRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/projects/:projectId/agent/kb',
    summary: 'List knowledge items, newest first',
    access: { permission: 'knowledge.read', rateLimit: 'none', audit: 'none' },
    scope: 'knowledge:read',
    response: z.array(knowledgeItem),
  },
  add: {
    method: 'POST',
    path: '/api/projects/:projectId/agent/kb',
    summary: 'Create a knowledge item from a text, a page or an uploaded file; it is pending until embedded',
    access: { permission: 'knowledge.edit', rateLimit: 'none', audit: ['knowledge_added'] },
    scope: 'knowledge:write',
    body: knowledgeDraft,
    response: knowledgeItem,
    status: 201,
  },
  remove: {
    method: 'DELETE',
    path: '/api/projects/:projectId/agent/kb/:itemId',
    summary: 'Delete a knowledge item',
    access: { permission: 'knowledge.delete', rateLimit: 'none', audit: ['knowledge_deleted'] },
    scope: 'knowledge:write',
  },
  embed: {
    method: 'PATCH',
    path: '/api/projects/:projectId/agent/kb/:itemId/embedded',
    summary: 'Embed a knowledge item; a long run returns pending and continues in the background',
    access: {
      permission: 'knowledge.edit',
      rateLimit: perCompany(knowledgeRateLimits.fetchPage, 'web pages'),
      audit: ['knowledge_embedded'],
    },
    scope: 'knowledge:write',
    response: outcome,
  },
  text: {
    method: 'GET',
    path: '/api/projects/:projectId/agent/kb/:itemId/text',
    summary: 'Get the text that was read from a knowledge item; empty until it is embedded',
    access: { permission: 'knowledge.read', rateLimit: 'none', audit: 'none' },
    scope: 'knowledge:read',
    response: z.object({ text: z.string() }),
  },
  update: {
    method: 'PATCH',
    path: '/api/projects/:projectId/agent/kb/:itemId',
    summary:
      'Change a knowledge item: refresh schedule, whether new text of a page waits for a publish, title, text of a manual item, enabled or not, language of its questions',
    access: { permission: 'knowledge.edit', rateLimit: 'none', audit: ['knowledge_changed'] },
    scope: 'knowledge:write',
    body: knowledgeChanges,
    response: knowledgeItem,
  },
  bulk: {
    method: 'POST',
    path: '/api/projects/:projectId/agent/kb/bulk',
    summary: 'Embed, enable or disable several knowledge items; embedding continues in the background',
    access: {
      permission: 'knowledge.edit',
      rateLimit: perCompany(knowledgeRateLimits.fetchPage, 'each web page; those beyond the limit wait'),
      audit: ['knowledge_embedded', 'knowledge_changed'],
    },
    scope: 'knowledge:write',
    body: z.object({
      action: z.enum(['embed', 'enable', 'disable'], knowledgeSentences.bulkAction),
      itemIds,
    }),
    response: z.object({ changed: z.int() }),
  },
  bulkRemove: {
    method: 'POST',
    path: '/api/projects/:projectId/agent/kb/bulk-delete',
    summary: 'Delete several knowledge items',
    access: { permission: 'knowledge.delete', rateLimit: 'none', audit: ['knowledge_deleted'] },
    scope: 'knowledge:write',
    body: z.object({ itemIds }),
    response: z.object({ changed: z.int() }),
  },
  fetchAgain: {
    method: 'POST',
    path: '/api/projects/:projectId/agent/kb/:itemId/fetch',
    summary: 'Fetch a page again; a failed fetch keeps the current content',
    access: {
      permission: 'knowledge.edit',
      rateLimit: perCompany(knowledgeRateLimits.fetchPage),
      audit: ['knowledge_embedded'],
    },
    scope: 'knowledge:write',
    response: outcome,
  },
  upload: {
    method: 'POST',
    path: '/api/projects/:projectId/agent/upload/file',
    summary:
      'Upload a file in the multipart field `file`; create a knowledge item from the response within 24 hours',
    access: { permission: 'knowledge.edit', rateLimit: uploadLimits, audit: 'none' },
    scope: 'knowledge:write',
    multipart: 'file',
    response: uploadedFile,
    status: 201,
  },
  importFiles: {
    method: 'POST',
    path: '/api/projects/:projectId/agent/import/files',
    summary:
      'Create pending knowledge items from up to 10 files in multipart fields `files`; the response has an outcome for each file',
    access: { permission: 'knowledge.edit', rateLimit: perFileLimits, audit: ['knowledge_added'] },
    scope: 'knowledge:write',
    multipart: 'files',
    response: z.array(importOutcome),
  },
})
