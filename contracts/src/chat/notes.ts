import * as z from 'zod/mini'
import { id, requiredText, time } from '../kit/common.ts'
import { routes } from '../kit/route.ts'

export const noteLimits = { text: 4000, mentions: 20, listedMentions: 50 } as const

export const noteSentences = {
  text: 'Write a note first',
  notAuthor: 'Only the author can delete a note',
  mention: 'You can only mention members of your team',
} as const

/** A private note of a team member about a conversation. Visitors never receive it. */
export const note = z.object({
  id,
  sessionId: id,
  author: z.object({ id: z.nullable(id), name: z.string() }),
  text: z.string(),
  mentions: z.array(id),
  createdAt: time,
})
export type Note = z.output<typeof note>

export const mention = z.object({ note, visitorName: z.nullable(z.string()), isRead: z.boolean() })
export type Mention = z.output<typeof mention>

export const noteRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/sessions/:sessionId/notes',
    summary: 'List the private notes of a conversation, oldest first',
    access: { permission: 'conversations.read', rateLimit: 'none', audit: 'none' },
    response: z.object({ notes: z.array(note) }),
  },
  add: {
    method: 'POST',
    path: '/api/sessions/:sessionId/notes',
    summary: 'Create a private note and notify the mentioned team members',
    access: { permission: 'notes.manage', rateLimit: 'none', audit: 'none' },
    body: z.object({
      text: requiredText(noteLimits.text, noteSentences.text),
      mentions: z.optional(z.array(z.string()).check(z.maxLength(noteLimits.mentions))),
    }),
    response: note,
    status: 201,
  },
  remove: {
    method: 'DELETE',
    path: '/api/sessions/:sessionId/notes/:noteId',
    summary: 'Delete a note of the caller',
    access: { permission: 'notes.manage', rateLimit: 'none', audit: 'none' },
  },
  mentions: {
    method: 'GET',
    path: '/api/mentions',
    summary: 'List notes that mention the caller, newest first',
    access: { permission: 'conversations.read', rateLimit: 'none', audit: 'none' },
    response: z.object({ mentions: z.array(mention), unread: z.int() }),
  },
  readMentions: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/mentions/read',
    summary: 'Mark the mentions of a conversation as read',
    access: { permission: 'notes.manage', rateLimit: 'none', audit: 'none' },
    response: z.object({ unread: z.int() }),
  },
})
