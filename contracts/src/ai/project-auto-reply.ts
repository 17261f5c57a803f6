import * as z from 'zod/mini'
import { routes } from '../kit/route.ts'

export const projectAutoReplySentences = {
  notLive: 'Publish with AI auto-reply turned on first',
  failed: 'Failed to turn on AI auto-reply',
} as const

export const projectAutoReply = z.object({
  /** Whether the latest release answers new conversations with the AI. */
  isLive: z.boolean(),
  /** Whether the AI has ever answered a visitor of this project, or suggested pages that helped. */
  hasAnswered: z.boolean(),
  /**
   * Once it is live: the open conversations that started before. Without those that a person has answered, marked, or switched.
   */
  earlierConversationCount: z.int(),
})
export type ProjectAutoReply = z.output<typeof projectAutoReply>

export const projectAutoReplyRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/projects/:projectId/auto-reply',
    summary: 'Retrieve whether AI auto-reply is live in a project',
    access: { permission: 'projects.read', rateLimit: 'none', audit: 'none' },
    response: projectAutoReply,
  },
  enableForEarlier: {
    method: 'POST',
    path: '/api/projects/:projectId/auto-reply/earlier-conversations',
    summary: 'Turn on AI auto-reply for open conversations that started before it was live',
    access: { permission: 'projects.publish', rateLimit: 'none', audit: ['auto_reply_enabled'] },
    response: z.object({ enabledCount: z.int() }),
  },
})
