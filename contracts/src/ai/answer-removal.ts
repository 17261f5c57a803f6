import * as z from 'zod/mini'
import { id } from '../kit/common.ts'
import { routes } from '../kit/route.ts'
import { answerState } from './answer-sets.ts'

export const answerRemovalSentences = {
  eraseFailed: 'Failed to erase the text',
  takeDownFailed: 'Failed to take the text out of the live answers',
  stillInDraft: 'Your draft still has this text. Disable or delete it instead.',
} as const

/** The kinds of texts that can leave the answers. */
export const removableKind = z.enum(['item', 'faq'], 'Choose item or faq')
export type RemovableKind = z.output<typeof removableKind>

export const answerRemovalRoutes = routes({
  takeDown: {
    method: 'POST',
    path: '/api/projects/:projectId/answers/take-down',
    summary: 'Remove a text that the draft no longer has from the live answers',
    access: { permission: 'knowledge.edit', rateLimit: 'none', audit: ['answer_taken_down'] },
    scope: 'knowledge:write',
    body: z.object({ kind: removableKind, id }),
    response: answerState,
  },
  eraseItem: {
    method: 'DELETE',
    path: '/api/projects/:projectId/answers/items/:itemId',
    summary: 'Delete a knowledge item and erase its text from all releases',
    access: { permission: 'knowledge.delete', rateLimit: 'none', audit: ['knowledge_erased'] },
  },
  eraseFaq: {
    method: 'DELETE',
    path: '/api/projects/:projectId/answers/faqs/:faqId',
    summary: 'Delete an FAQ and erase its text from all releases',
    access: { permission: 'faq.delete', rateLimit: 'none', audit: ['faq_erased'] },
  },
})
