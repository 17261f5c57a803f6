import * as z from 'zod/mini'
import { id, requiredText, time } from './common.ts'
import { routes } from './route.ts'

export const noteLimits = { text: 4000, mentions: 20, listedMentions: 50 } as const

export const noteSentences = {
  text: 'Write a note first',
  notAuthor: 'Only who wrote a note can remove it',
  mention: 'Mention members of your company',
} as const

/** What a member tells the others about a conversation. No visitor ever sees it. */
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
    summary: 'Private notes of a conversation, oldest first',
    response: z.object({ notes: z.array(note) }),
  },
  add: {
    method: 'POST',
    path: '/api/sessions/:sessionId/notes',
    summary: 'Write a private note; who is mentioned is told',
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
    summary: 'Remove a note of one’s own',
  },
  mentions: {
    method: 'GET',
    path: '/api/mentions',
    summary: 'Notes that mention the caller, newest first',
    response: z.object({ mentions: z.array(mention), unread: z.int() }),
  },
  readMentions: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/mentions/read',
    summary: 'The caller has seen the notes of a conversation',
    response: z.object({ unread: z.int() }),
  },
})
