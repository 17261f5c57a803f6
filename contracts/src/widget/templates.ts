import * as z from 'zod/mini'
import { routes } from '../kit/route.ts'

export const templateKeys = [
  'minimal',
  'modern',
  'card',
  'bubble',
  'compact',
  'neo',
  'assistant',
  'minimalplus',
] as const

export const templateVersion = z.object({ version: z.string(), bundleUrl: z.string(), cssUrl: z.string() })

export const template = z.object({
  key: z.enum(templateKeys),
  name: z.string(),
  status: z.enum(['published', 'draft']),
  versions: z.array(templateVersion),
})
export type Template = z.output<typeof template>

export const templateRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/templates',
    summary: 'List published widget templates',
    access: { permission: 'projects.read', rateLimit: 'none', audit: 'none' },
    response: z.array(template),
  },
  latest: {
    method: 'GET',
    path: '/api/templates/:key/latest',
    summary: 'Retrieve the latest version of a template',
    access: { permission: 'projects.read', rateLimit: 'none', audit: 'none' },
    response: z.object({ key: z.enum(templateKeys), ...templateVersion.shape }),
  },
})
