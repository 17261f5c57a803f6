import * as z from 'zod/mini'
import { attachment, attachmentIds } from './attachments.ts'
import { id, requiredText } from './common.ts'
import { messageLimits } from './messages.ts'
import { routes } from './route.ts'

export const savedReplyLimits = { name: 60, perCompany: 500 } as const

export const savedReplySentences = {
  name: 'Give the reply a name',
  text: 'Write the reply',
  taken: 'There is a saved reply of this name already',
  tooMany: 'A company can have 500 saved replies at most',
} as const

/** What a saved reply may hold in braces, filled in where it is used. */
export const savedReplyVariables = ['visitorName', 'agentName', 'companyName', 'projectName'] as const

/** `files` go with the text: who chooses the reply finds them put to the message. */
export const savedReply = z.object({ id, name: z.string(), text: z.string(), files: z.array(attachment) })
export type SavedReply = z.output<typeof savedReply>

const draft = z.object({
  name: requiredText(savedReplyLimits.name, savedReplySentences.name),
  text: requiredText(messageLimits.text, savedReplySentences.text),
  /** All that it is to carry, in order: uploads of the caller's, or files that it has. Left out, they stay as they are. */
  files: z.optional(attachmentIds),
})

export const savedReplyRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/saved-replies',
    summary: 'The company’s saved replies, by name',
    response: z.object({ savedReplies: z.array(savedReply) }),
  },
  add: {
    method: 'POST',
    path: '/api/saved-replies',
    summary: 'Save a reply for everybody of the company',
    body: draft,
    response: savedReply,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/saved-replies/:savedReplyId',
    summary: 'Change a saved reply',
    body: draft,
    response: savedReply,
  },
  remove: { method: 'DELETE', path: '/api/saved-replies/:savedReplyId', summary: 'Remove a saved reply' },
  attach: {
    method: 'POST',
    path: '/api/saved-replies/files',
    summary: 'Upload a file in the multipart field `file`; name it in a saved reply within a day',
    multipart: 'file',
    response: attachment,
    status: 201,
  },
  file: {
    method: 'GET',
    path: '/api/saved-replies/:savedReplyId/files/:fileId',
    summary: 'The content of a file that a saved reply carries',
    download: 'application/octet-stream',
  },
})
