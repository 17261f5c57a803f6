import * as z from 'zod/mini'
import { uploadLimits } from '../chat/attachments.ts'
import {
  id,
  isWebUrl,
  optionalLine,
  positiveInteger,
  requiredLine,
  requiredText,
  time,
} from '../kit/common.ts'
import { perCompany, type RateLimit } from '../kit/rate-limit.ts'
import { routes } from '../kit/route.ts'
import { knowledgeStatus } from './knowledge.ts'

export const sourceLimits = {
  perProject: 20,
  name: 120,
  url: 2000,
  patterns: 20,
  pattern: 200,
  maxPages: 2000,
  defaultPages: 500,
  maxDepth: 20,
  defaultDepth: 8,
  excerpt: 500,
  pageSize: 100,
  pageSizeMax: 500,
  embedPages: 500,
  archiveBytes: 50 * 1024 * 1024,
  storedRuns: 20,
} as const

export const sourceSentences = {
  url: 'Enter a full web address, like https://acme.com/help',
  name: 'Enter a name',
  sitemapUrl: 'Enter the full web address of the sitemap, on the same website',
  pattern: 'Enter a path, like /help/*',
  manyPatterns: 'Use at most 20 patterns',
  pages: 'Use a whole number from 1 to 2,000',
  depth: 'Use a whole number from 0 to 20',
  pageIds: 'Choose 1 to 500 pages',
  tooMany: 'A project can have up to 20 websites and archives. Remove one first.',
  notASite: 'Only websites can be read again. Upload the archive again instead.',
  notAnArchive: 'Only archives can be uploaded.',
  running: 'This source is being read already.',
  notRunning: 'This run has ended.',
  notStopped: 'Only the latest run can be resumed, and only when it was stopped.',
  noArchive: 'The archive is no longer stored. Please upload it again.',
  archive: 'Choose a .zip archive',
  archiveEmpty: 'The archive is empty.',
  archiveTooLarge: 'The archive is too large (50 MB at most).',
  archiveType: 'Only .zip archives are supported.',
  archiveContent: "The file's content does not match its name.",
  loadFailed: 'Failed to load websites and archives',
  loadPagesFailed: 'Failed to load the pages',
  saveFailed: 'Failed to save the website',
  removeFailed: 'Failed to remove the source',
  runFailed: 'Failed to start reading',
  stopFailed: 'Failed to stop',
  embedFailed: 'Failed to add the pages',
  ignoreFailed: 'Failed to ignore the pages',
  restoreFailed: 'Failed to restore the pages',
  uploadFailed: 'Failed to upload the archive',
} as const

/** How pages are found: they are listed in the sitemap, or linked from pages that were read. */
export const sourceDiscovery = z.enum(['sitemap', 'links'], 'Choose sitemap or links')
export const sourceSchedule = z.enum(['off', 'daily', 'weekly'], 'Choose off, daily or weekly')
export type SourceSchedule = z.output<typeof sourceSchedule>

const siteUrl = requiredText(sourceLimits.url, sourceSentences.url).check(
  z.refine(isWebUrl, sourceSentences.url),
)
const sitemapUrl = z.nullable(
  requiredText(sourceLimits.url, sourceSentences.sitemapUrl).check(
    z.refine(isWebUrl, sourceSentences.sitemapUrl),
  ),
)
/** Paths with `*` for any characters. */
const patterns = z
  .array(requiredText(sourceLimits.pattern, sourceSentences.pattern), 'Patterns must be a list')
  .check(z.maxLength(sourceLimits.patterns, sourceSentences.manyPatterns))

function wholeNumber(minimum: number, maximum: number, sentence: string) {
  return z.int(sentence).check(z.minimum(minimum, sentence), z.maximum(maximum, sentence))
}

export const siteConfig = z.object({
  /** Pages are read on this host and below this path. */
  url: z.string(),
  discovery: sourceDiscovery,
  /** Null when the sitemap is found through robots.txt or at /sitemap.xml. */
  sitemapUrl: z.nullable(z.string()),
  /** A page is read when its path matches one of `include`, if there are any, and none of `exclude`. */
  include: z.array(z.string()),
  exclude: z.array(z.string()),
})
export type SiteConfig = z.output<typeof siteConfig>

const limits = z.object({ maxPages: z.int(), maxDepth: z.int() })
export type SourceCrawlLimits = z.output<typeof limits>

const limitsDraft = z.object({
  maxPages: z.optional(wholeNumber(1, sourceLimits.maxPages, sourceSentences.pages)),
  maxDepth: z.optional(wholeNumber(0, sourceLimits.maxDepth, sourceSentences.depth)),
})

const configChange = z.object({
  discovery: z.optional(sourceDiscovery),
  sitemapUrl: z.optional(sitemapUrl),
  include: z.optional(patterns),
  exclude: z.optional(patterns),
})

export const sourceDraft = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('site'),
      name: z.optional(optionalLine(sourceLimits.name)),
      config: z.extend(configChange, { url: siteUrl }),
      schedule: z.optional(sourceSchedule),
      limits: z.optional(limitsDraft),
    }),
    z.object({ kind: z.literal('archive'), name: requiredLine(sourceLimits.name, sourceSentences.name) }),
  ],
  'Choose site or archive',
)
export type SourceDraft = z.output<typeof sourceDraft>

export const sourceChange = z.object({
  name: z.optional(requiredLine(sourceLimits.name, sourceSentences.name)),
  config: z.optional(configChange),
  schedule: z.optional(sourceSchedule),
  limits: z.optional(limitsDraft),
  /** Whether content that was read again goes live with the next publish only. Otherwise it does when the answer tests pass. */
  asksBeforePublish: z.optional(z.boolean('asksBeforePublish must be true or false')),
})
export type SourceChange = z.output<typeof sourceChange>

export const sourceRunStatus = z.enum(['running', 'stopped', 'completed', 'failed'])

/** The progress of a run: numbers of pages. */
const counts = z.object({
  found: z.int(),
  /** Pages whose text was read or is unchanged. */
  read: z.int(),
  /** Pages and sitemaps that could not be read. */
  failed: z.int(),
  remaining: z.int(),
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** Left out: by robots.txt, noindex, the limits, or because another page has the same text. */
  skipped: z.int(),
  /** Not found on the website this time; a page that is missing twice is removed. */
  missing: z.int(),
  removed: z.int(),
})

export const sourceRun = z.object({
  id,
  reason: z.enum(['manual', 'schedule', 'upload']),
  status: sourceRunStatus,
  /** Why the whole run failed. */
  error: z.nullable(z.string()),
  /** Whether pages were left out because of `maxPages`, or sitemaps because there are too many. */
  isLimited: z.boolean(),
  /** Sentences on what the run left out or did not do. */
  notes: z.array(z.string()),
  startedAt: time,
  finishedAt: z.nullable(time),
  counts,
})
export type SourceRun = z.output<typeof sourceRun>

export const source = z.object({
  id,
  kind: z.enum(['site', 'archive']),
  name: z.string(),
  /** Null for an archive. */
  config: z.nullable(siteConfig),
  schedule: sourceSchedule,
  asksBeforePublish: z.boolean(),
  limits,
  nextRunAt: z.nullable(time),
  createdAt: time,
  /** `used` pages are knowledge items, of which `pending` ones are not embedded yet; `new` ones wait to be chosen; `ignored` ones are not offered again. */
  pages: z.object({ total: z.int(), used: z.int(), pending: z.int(), new: z.int(), ignored: z.int() }),
  lastRun: z.nullable(sourceRun),
})
export type Source = z.output<typeof source>

export const sourcePage = z.object({
  id,
  /** The address of a page, or the path of a document in its archive. */
  url: z.string(),
  title: z.string(),
  characters: z.int(),
  /** A language tag such as `de`, when the page names it. */
  language: z.nullable(z.string()),
  /** The start of the text that was read. */
  excerpt: z.string(),
  /** The knowledge item; null while the page is not used. */
  itemId: z.nullable(id),
  itemStatus: z.nullable(knowledgeStatus),
  itemError: z.nullable(z.string()),
  /** A person does not want to use the page; later runs do not offer it as new. */
  isIgnored: z.boolean(),
  /** How many runs in a row did not find the page. */
  missingCount: z.int(),
  foundAt: time,
  readAt: time,
})
export type SourcePage = z.output<typeof sourcePage>

export const pageOutcomes = [
  'new',
  'changed',
  'unchanged',
  'duplicate',
  'redirected',
  'skipped',
  'failed',
  'missing',
  'removed',
] as const
export const pageOutcome = z.enum(pageOutcomes, 'Choose a valid outcome')
export type PageOutcome = z.output<typeof pageOutcome>

export const runPage = z.object({
  url: z.string(),
  title: z.nullable(z.string()),
  /** Null while the page is not read. */
  outcome: z.nullable(pageOutcome),
  /** Why it failed or was skipped, or the address of the page that replaces it. */
  reason: z.nullable(z.string()),
  finishedAt: z.nullable(time),
})
export type RunPage = z.output<typeof runPage>

const cursorQuery = {
  cursor: z.optional(z.string().check(z.maxLength(4000))),
  limit: z.optional(positiveInteger(sourceLimits.pageSizeMax)),
}

const collection = '/api/projects/:projectId/agent/sources'

export const sourceRateLimits = {
  sourceRun: { name: 'sourceRun', points: 30, seconds: 60 * 60 },
} as const satisfies Record<string, RateLimit>

export const sourceRoutes = routes({
  list: {
    method: 'GET',
    path: collection,
    summary: 'List the websites and archives of the knowledge, newest first',
    access: { permission: 'knowledge.read', rateLimit: 'none', audit: 'none' },
    scope: 'knowledge:read',
    response: z.array(source),
  },
  add: {
    method: 'POST',
    path: collection,
    summary: 'Add a website or an archive; start a run or upload the archive next',
    access: { permission: 'knowledge.edit', rateLimit: 'none', audit: ['source_added'] },
    scope: 'knowledge:write',
    body: sourceDraft,
    response: source,
    status: 201,
  },
  get: {
    method: 'GET',
    path: `${collection}/:sourceId`,
    summary: 'Get a website or archive with its last run',
    access: { permission: 'knowledge.read', rateLimit: 'none', audit: 'none' },
    scope: 'knowledge:read',
    response: source,
  },
  update: {
    method: 'PATCH',
    path: `${collection}/:sourceId`,
    summary: 'Update name, schedule, patterns and limits; omitted fields stay as they are',
    access: { permission: 'knowledge.edit', rateLimit: 'none', audit: ['source_changed'] },
    scope: 'knowledge:write',
    body: sourceChange,
    response: source,
  },
  remove: {
    method: 'DELETE',
    path: `${collection}/:sourceId`,
    summary: 'Delete a website or archive with its knowledge items',
    access: { permission: 'knowledge.delete', rateLimit: 'none', audit: ['source_deleted'] },
    scope: 'knowledge:write',
  },
})

export const sourceRunRoutes = routes({
  upload: {
    method: 'POST',
    path: `${collection}/:sourceId/archive`,
    summary: 'Upload a .zip archive in the multipart field `file` and start a run that reads its documents',
    access: { permission: 'knowledge.edit', rateLimit: uploadLimits, audit: ['source_run_started'] },
    scope: 'knowledge:write',
    multipart: 'file',
    response: sourceRun,
    status: 201,
  },
  startRun: {
    method: 'POST',
    path: `${collection}/:sourceId/runs`,
    summary:
      'Start to find and read the pages of a website; pages that are in use are read again if they changed',
    access: {
      permission: 'knowledge.edit',
      rateLimit: perCompany(sourceRateLimits.sourceRun),
      audit: ['source_run_started'],
    },
    scope: 'knowledge:write',
    response: sourceRun,
    status: 201,
  },
  runs: {
    method: 'GET',
    path: `${collection}/:sourceId/runs`,
    summary: 'List the last 20 runs, newest first',
    access: { permission: 'knowledge.read', rateLimit: 'none', audit: 'none' },
    scope: 'knowledge:read',
    response: z.array(sourceRun),
  },
  stopRun: {
    method: 'POST',
    path: `${collection}/:sourceId/runs/:runId/stop`,
    summary: 'Stop a run; it can be resumed',
    access: { permission: 'knowledge.edit', rateLimit: 'none', audit: ['source_run_stopped'] },
    scope: 'knowledge:write',
    response: sourceRun,
  },
  resumeRun: {
    method: 'POST',
    path: `${collection}/:sourceId/runs/:runId/resume`,
    summary: 'Resume a stopped run where it was stopped',
    access: { permission: 'knowledge.edit', rateLimit: 'none', audit: ['source_run_started'] },
    scope: 'knowledge:write',
    response: sourceRun,
  },
})

const pageIds = z.object({
  pageIds: z
    .array(id, sourceSentences.pageIds)
    .check(
      z.minLength(1, sourceSentences.pageIds),
      z.maxLength(sourceLimits.embedPages, sourceSentences.pageIds),
    ),
})

export const sourcePageRoutes = routes({
  runPages: {
    method: 'GET',
    path: `${collection}/:sourceId/runs/:runId/pages`,
    summary: 'List the pages of a run with the outcome of each, in the order in which they were found',
    access: { permission: 'knowledge.read', rateLimit: 'none', audit: 'none' },
    scope: 'knowledge:read',
    query: z.object({ ...cursorQuery, outcome: z.optional(pageOutcome) }),
    response: z.object({ pages: z.array(runPage), nextCursor: z.nullable(z.string()) }),
  },
  pages: {
    method: 'GET',
    path: `${collection}/:sourceId/pages`,
    summary: 'List the pages of a source that were read, by address',
    access: { permission: 'knowledge.read', rateLimit: 'none', audit: 'none' },
    scope: 'knowledge:read',
    query: z.object({
      ...cursorQuery,
      use: z.optional(z.enum(['new', 'used', 'ignored'], 'Choose new, used or ignored')),
    }),
    response: z.object({ pages: z.array(sourcePage), nextCursor: z.nullable(z.string()) }),
  },
  embedPages: {
    method: 'POST',
    path: `${collection}/:sourceId/pages/embed`,
    summary:
      'Create knowledge items from pages and embed them in the background; pages in use are left as they are',
    access: { permission: 'knowledge.edit', rateLimit: 'none', audit: ['source_pages_added'] },
    scope: 'knowledge:write',
    body: pageIds,
    response: z.object({ added: z.int() }),
  },
  ignorePages: {
    method: 'POST',
    path: `${collection}/:sourceId/pages/ignore`,
    summary: 'Ignore new pages, which later runs do not offer again; pages in use are left as they are',
    access: { permission: 'knowledge.edit', rateLimit: 'none', audit: ['source_pages_ignored'] },
    scope: 'knowledge:write',
    body: pageIds,
    response: z.object({ changed: z.int() }),
  },
  restorePages: {
    method: 'POST',
    path: `${collection}/:sourceId/pages/unignore`,
    summary: 'Offer ignored pages as new ones again',
    access: { permission: 'knowledge.edit', rateLimit: 'none', audit: ['source_pages_restored'] },
    scope: 'knowledge:write',
    body: pageIds,
    response: z.object({ changed: z.int() }),
  },
})
