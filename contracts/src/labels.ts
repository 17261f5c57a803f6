import * as z from 'zod/mini'
import { id, requiredText } from './common.ts'
import { routes } from './route.ts'

export const labelLimits = { name: 30, perCompany: 100 } as const
export const labelTones = ['neutral', 'accent', 'ok', 'warn', 'bad', 'ai'] as const

export const labelSentences = {
  name: 'Give the label a name',
  taken: 'There is a label of this name already',
  tooMany: 'A company can have 100 labels at most',
} as const

/** A word that a company sorts its conversations by. */
export const label = z.object({ id, name: z.string(), tone: z.enum(labelTones) })
export type Label = z.output<typeof label>

const draft = z.object({
  name: requiredText(labelLimits.name, labelSentences.name),
  tone: z.enum(labelTones, 'Choose a colour'),
})

export const labelRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/labels',
    summary: 'The company’s labels, by name',
    scope: 'sessions:read',
    response: z.object({ labels: z.array(label) }),
  },
  add: {
    method: 'POST',
    path: '/api/labels',
    summary: 'Add a label',
    body: draft,
    response: label,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/labels/:labelId',
    summary: 'Rename or recolour a label',
    body: draft,
    response: label,
  },
  remove: {
    method: 'DELETE',
    path: '/api/labels/:labelId',
    summary: 'Remove a label, from every conversation too',
  },
})
