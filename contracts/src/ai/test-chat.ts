import * as z from 'zod/mini'
import { message, messageText, sender } from '../chat/messages.ts'
import { perUser, type RateLimit } from '../kit/rate-limit.ts'
import { routes } from '../kit/route.ts'
import { replyTrace } from './reply-traces.ts'

/** The newest messages are read; a longer conversation begins anew. */
export const testChatLimits = { messages: 100, exampleQuestions: 3 } as const

export const testChatSentences = {
  noQuestion: "End the messages with the visitor's question",
  tooMany: 'Send up to 100 messages',
  failed: "The AI assistant couldn't answer. Please try again.",
} as const

export const testChatRateLimits = {
  testChat: { name: 'testChat', points: 30, seconds: 60 },
} as const satisfies Record<string, RateLimit>

export const testChatRoutes = routes({
  questions: {
    method: 'GET',
    path: '/api/projects/:projectId/test-chat/questions',
    access: { permission: 'knowledge.read', rateLimit: perUser(testChatRateLimits.testChat), audit: 'none' },
    summary:
      'List up to three questions about headings of the knowledge, each of which is answered without a model',
    response: z.object({ questions: z.array(z.string()) }),
  },
  ask: {
    method: 'POST',
    path: '/api/projects/:projectId/test-chat',
    access: { permission: 'knowledge.read', rateLimit: perUser(testChatRateLimits.testChat), audit: 'none' },
    summary:
      'Answer a question as the AI would with the current knowledge, FAQs, profile and prompts; nothing is stored',
    body: z.object({
      /** Oldest first. System messages are ignored, as in a conversation. */
      messages: z.array(z.object({ from: sender, text: messageText }), 'messages must be a list').check(
        z.maxLength(testChatLimits.messages, testChatSentences.tooMany),
        z.refine((messages) => messages.at(-1)?.from === 'visitor', testChatSentences.noQuestion),
      ),
    }),
    response: z.object({
      /** The reply in the form of a conversation's message. Its ids are of no stored record. */
      message,
      trace: replyTrace,
    }),
  },
})
