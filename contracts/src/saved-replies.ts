import * as z from 'zod/mini'
import { id, requiredText } from './common.ts'
import { routes } from './route.ts'
import { sessionLimits } from './sessions.ts'

export const savedReplyLimits = { name: 60, perCompany: 500 } as const

export const savedReplySentences = {
  name: 'Give the reply a name',
  text: 'Write the reply',
  taken: 'There is a saved reply of this name already',
  tooMany: 'A company can have 500 saved replies at most',
} as const

/** What a saved reply may hold in braces, filled in where it is used. */
export const savedReplyVariables = ['visitorName', 'agentName', 'companyName', 'projectName'] as const

export const savedReply = z.object({ id, name: z.string(), text: z.string() })
export type SavedReply = z.output<typeof savedReply>

const draft = z.object({
  name: requiredText(savedReplyLimits.name, savedReplySentences.name),
  text: requiredText(sessionLimits.text, savedReplySentences.text),
})

export const savedReplyRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/saved-replies',
    summary: 'The company’s saved replies, by name',
    answer: z.object({ savedReplies: z.array(savedReply) }),
  },
  add: {
    method: 'POST',
    path: '/api/saved-replies',
    summary: 'Save a reply for everybody of the company',
    body: draft,
    answer: savedReply,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/saved-replies/:savedReplyId',
    summary: 'Change a saved reply',
    body: draft,
    answer: savedReply,
  },
  remove: { method: 'DELETE', path: '/api/saved-replies/:savedReplyId', summary: 'Remove a saved reply' },
})
