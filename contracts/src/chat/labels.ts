import * as z from 'zod/mini'
import { id, requiredLine } from '../kit/common.ts'
import { routes } from '../kit/route.ts'
import { sessionResponse } from './sessions.ts'

export const labelLimits = { name: 30, maxPerCompany: 100 } as const
export const labelTones = ['neutral', 'accent', 'ok', 'warn', 'bad', 'ai'] as const

export const labelSentences = {
  name: 'Enter a name for the label',
  taken: 'A label with this name already exists',
  tooMany: 'You can have up to 100 labels',
  unknown: 'Choose a label',
} as const

/** A label that staff put on conversations. */
export const label = z.object({ id, name: z.string(), tone: z.enum(labelTones) })
export type Label = z.output<typeof label>

const draft = z.object({
  name: requiredLine(labelLimits.name, labelSentences.name),
  tone: z.enum(labelTones, 'Choose a color'),
})

export const labelRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/labels',
    summary: 'List labels, sorted by name',
    access: { permission: 'conversations.read', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:read',
    response: z.object({ labels: z.array(label) }),
  },
  add: {
    method: 'POST',
    path: '/api/labels',
    summary: 'Create a label',
    access: { permission: 'labels.manage', rateLimit: 'none', audit: 'none' },
    body: draft,
    response: label,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/labels/:labelId',
    summary: 'Update the name or color of a label',
    access: { permission: 'labels.manage', rateLimit: 'none', audit: 'none' },
    body: draft,
    response: label,
  },
  remove: {
    method: 'DELETE',
    path: '/api/labels/:labelId',
    summary: 'Delete a label and remove it from all conversations',
    access: { permission: 'labels.manage', rateLimit: 'none', audit: 'none' },
  },
  assign: {
    method: 'PATCH',
    path: '/api/sessions/:sessionId/labels',
    summary: 'Add a label to a conversation, or remove it',
    access: { permission: 'conversations.manage', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:write',
    body: z.object({
      labelId: z.string('labelId must be an id'),
      isOn: z.boolean('isOn must be true or false'),
    }),
    response: sessionResponse,
  },
})
