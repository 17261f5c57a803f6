import * as z from 'zod/mini'
import { perUser } from '../kit/rate-limit.ts'
import { routes } from '../kit/route.ts'
import { messageText } from './messages.ts'
import { suggestion, writingProblem, writingRateLimits, writingTone } from './writing.ts'

/** What helps members write. Nothing is stored or sent. */
export const writingAssistantRoutes = routes({
  status: {
    method: 'GET',
    path: '/api/writing-assistant',
    summary: 'Retrieve whether the writing assistant is available',
    access: { permission: 'conversations.read', rateLimit: 'none', audit: 'none' },
    response: z.object({ isAvailable: z.boolean(), note: z.nullable(z.string()) }),
  },
  rewrite: {
    method: 'POST',
    path: '/api/sessions/:sessionId/rewrite',
    summary: 'Preview a message in another tone',
    access: {
      permission: 'conversations.manage',
      rateLimit: perUser(writingRateLimits.rewrite, 'where a model is connected'),
      audit: 'none',
    },
    body: z.object({ text: messageText, tone: writingTone }),
    response: z.object({
      /** Null when the message could not be rewritten; `note` gives the reason. */
      text: z.nullable(z.string()),
      problem: z.nullable(writingProblem),
      note: z.nullable(z.string()),
    }),
  },
  suggest: {
    method: 'POST',
    path: '/api/sessions/:sessionId/suggestion',
    summary: "Suggest a reply to the visitor's last message; nothing is sent",
    access: {
      permission: 'conversations.manage',
      rateLimit: perUser(writingRateLimits.suggest),
      audit: 'none',
    },
    response: suggestion,
  },
})
