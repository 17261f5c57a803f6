import * as z from 'zod/mini'
import { id, requiredLine, requiredText } from '../kit/common.ts'
import { routes } from '../kit/route.ts'
import { attachment, attachmentIds, uploadLimits } from './attachments.ts'
import { messageLimits } from './messages.ts'

export const savedReplyLimits = { name: 60, maxPerCompany: 500 } as const

export const savedReplySentences = {
  name: 'Enter a name for the reply',
  text: 'Enter the reply',
  taken: 'A saved reply with this name already exists',
  tooMany: 'You can have up to 500 saved replies',
} as const

/** Placeholders of a saved reply, replaced when an agent inserts it. */
export const savedReplyVariables = ['visitorName', 'agentName', 'companyName', 'projectName'] as const

/** `files` are attached to the message when an agent inserts the reply. */
export const savedReply = z.object({ id, name: z.string(), text: z.string(), files: z.array(attachment) })
export type SavedReply = z.output<typeof savedReply>

const draft = z.object({
  name: requiredLine(savedReplyLimits.name, savedReplySentences.name),
  text: requiredText(messageLimits.text, savedReplySentences.text),
  /** All file ids, in order: uploads of the caller or current files of the reply. Omit it to keep the files. */
  files: z.optional(attachmentIds),
})

export const savedReplyRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/saved-replies',
    summary: 'List saved replies, sorted by name',
    access: { permission: 'conversations.read', rateLimit: 'none', audit: 'none' },
    response: z.object({ savedReplies: z.array(savedReply) }),
  },
  add: {
    method: 'POST',
    path: '/api/saved-replies',
    summary: 'Create a saved reply',
    access: { permission: 'saved_replies.manage', rateLimit: 'none', audit: 'none' },
    body: draft,
    response: savedReply,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/saved-replies/:savedReplyId',
    summary: 'Update a saved reply',
    access: { permission: 'saved_replies.manage', rateLimit: 'none', audit: 'none' },
    body: draft,
    response: savedReply,
  },
  remove: {
    method: 'DELETE',
    path: '/api/saved-replies/:savedReplyId',
    summary: 'Delete a saved reply',
    access: { permission: 'saved_replies.manage', rateLimit: 'none', audit: 'none' },
  },
  attach: {
    method: 'POST',
    path: '/api/saved-replies/files',
    summary: 'Upload a file in the multipart field `file`; add it to a saved reply within 24 hours',
    access: { permission: 'saved_replies.manage', rateLimit: uploadLimits, audit: 'none' },
    multipart: 'file',
    response: attachment,
    status: 201,
  },
  file: {
    method: 'GET',
    path: '/api/saved-replies/:savedReplyId/files/:fileId',
    summary: 'Download a file of a saved reply',
    access: { permission: 'conversations.read', rateLimit: 'none', audit: 'none' },
    download: 'application/octet-stream',
  },
})
