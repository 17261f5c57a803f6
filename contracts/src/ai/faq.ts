import * as z from 'zod/mini'
import { id, isWebUrl, requiredText } from '../kit/common.ts'
import { perCompany } from '../kit/rate-limit.ts'
import { routes } from '../kit/route.ts'
import { knowledgeRateLimits } from './knowledge.ts'

export const faqLimits = { question: 120, answer: 500, pages: 10, maxPerProject: 200 } as const

export const faqSentences = {
  question: 'Enter a question',
  answer: 'Enter an answer',
  longQuestion: 'Use at most 120 characters',
  longAnswer: 'Use at most 500 characters',
  order: 'The order must list each FAQ of the project exactly once',
  noPages: 'Please add at least one page URL',
  badPage: 'Enter full web addresses, like https://acme.com/help',
  noQuestions: 'No questions were found on this page.',
  tooMany: 'A project can have up to 200 FAQs',
  loadFailed: 'Failed to load FAQs',
  generateFailed: 'Failed to generate FAQs',
  syncFailed: 'Failed to sync to Knowledge Base',
  none: 'No FAQs yet',
} as const

/** How long the message about a sync or generation stays on screen. */
export const faqNoticeMs = 3000

export function syncedSentence(count: number): string {
  return `Added ${count} FAQ entries to Knowledge Base.`
}

/**
 * The fields that a form edits. The stored FAQ derives from them: declare a new field here. What visitors may see is listed
 * in publicFaq, so that a new field stays private until it is added there.
 */
export const faqForm = z.object({
  question: requiredText(faqLimits.question, faqSentences.question, faqSentences.longQuestion),
  answer: requiredText(faqLimits.answer, faqSentences.answer, faqSentences.longAnswer),
})
/** A form as it is sent; fields with a default may be missing. */
export type FaqForm = z.input<typeof faqForm>
/** A form after validation. */
export type FaqFields = z.output<typeof faqForm>

/** The values of a new FAQ. */
export const blankFaq: FaqFields = { question: '', answer: '' }

export const faq = z.object({ id, ...faqForm.shape, order: z.int() })
export type Faq = z.output<typeof faq>

/** The fields that visitors receive. */
export const publicFaq = z.pick(faq, { id: true, question: true, answer: true, order: true })
export type PublicFaq = z.output<typeof publicFaq>

const faqList = z.object({ faqs: z.array(faq), faqEnabled: z.boolean() })

/** A page without FAQs, and the reason. */
export const skippedPage = z.object({ url: z.string(), reason: z.string() })

export const faqRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/projects/:projectId/faq',
    summary: 'List FAQs in order, and whether the widget shows them',
    access: { permission: 'faq.read', rateLimit: 'none', audit: 'none' },
    scope: 'knowledge:read',
    response: faqList,
  },
  add: {
    method: 'POST',
    path: '/api/projects/:projectId/faq',
    summary: 'Create an FAQ at the end of the list',
    access: { permission: 'faq.edit', rateLimit: 'none', audit: ['faq_added'] },
    scope: 'knowledge:write',
    body: faqForm,
    response: faq,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/projects/:projectId/faq/:faqId',
    summary: 'Update an FAQ',
    access: { permission: 'faq.edit', rateLimit: 'none', audit: ['faq_changed'] },
    scope: 'knowledge:write',
    body: faqForm,
    response: faq,
  },
  remove: {
    method: 'DELETE',
    path: '/api/projects/:projectId/faq/:faqId',
    summary: 'Delete an FAQ and its entry in the knowledge base; the others are renumbered from 1',
    access: { permission: 'faq.delete', rateLimit: 'none', audit: ['faq_deleted', 'knowledge_deleted'] },
    scope: 'knowledge:write',
  },
  toggle: {
    method: 'PATCH',
    path: '/api/projects/:projectId/faq-toggle',
    summary: 'Show or hide FAQs in the widget',
    access: { permission: 'faq.edit', rateLimit: 'none', audit: ['faqs_toggled'] },
    scope: 'knowledge:write',
    body: z.object({ faqEnabled: z.boolean('faqEnabled must be true or false') }),
    response: z.object({ faqEnabled: z.boolean() }),
  },
  reorder: {
    method: 'PATCH',
    path: '/api/projects/:projectId/faq-order',
    summary: 'Reorder FAQs, numbered from 1',
    access: { permission: 'faq.edit', rateLimit: 'none', audit: ['faqs_reordered'] },
    scope: 'knowledge:write',
    body: z.object({ order: z.array(z.string(faqSentences.order), faqSentences.order) }),
    response: faqList,
  },
  generate: {
    method: 'POST',
    path: '/api/projects/:projectId/faq/generate',
    summary: 'Generate FAQs from web pages',
    access: {
      permission: 'faq.edit',
      rateLimit: perCompany(knowledgeRateLimits.fetchPage, 'each page'),
      audit: ['faqs_generated'],
    },
    body: z.object({
      pages: z
        .array(
          z
            .string(faqSentences.badPage)
            .check(z.trim(), z.maxLength(2000), z.refine(isWebUrl, faqSentences.badPage)),
          faqSentences.noPages,
        )
        .check(
          z.minLength(1, faqSentences.noPages),
          z.maxLength(faqLimits.pages, 'Enter up to 10 pages at a time'),
        ),
    }),
    response: z.object({ faqs: z.array(faq), skipped: z.array(skippedPage) }),
  },
  syncKnowledge: {
    method: 'POST',
    path: '/api/projects/:projectId/faq/sync-kb',
    summary: 'Add new and changed FAQs to the knowledge base',
    access: { permission: 'faq.edit', rateLimit: 'none', audit: ['faqs_synced'] },
    scope: 'knowledge:write',
    response: z.object({ upserted: z.int() }),
  },
})
