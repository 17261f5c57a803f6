import * as z from 'zod/mini'
import { id, time } from './common.ts'
import { company } from './companies.ts'
import { routes } from './route.ts'

export const roles = ['Owner', 'Admin', 'Agent'] as const
export const role = z.enum(roles)
export type Role = z.output<typeof role>

export const user = z.object({ id, name: z.string(), email: z.string(), role })
export type User = z.output<typeof user>

export const teamMember = z.object({
  ...user.shape,
  status: z.enum(['active', 'invited', 'disabled']),
  lastSeenAt: z.nullable(time),
  online: z.boolean(),
})
export type TeamMember = z.output<typeof teamMember>

export const userRoutes = routes({
  me: {
    method: 'GET',
    path: '/api/me',
    summary: 'The signed-in user and their company',
    answer: z.object({ user, company }),
  },
  list: {
    method: 'GET',
    path: '/api/users',
    summary: 'The people of the company',
    answer: z.object({ users: z.array(teamMember) }),
  },
})
