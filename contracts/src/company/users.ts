import * as z from 'zod/mini'
import { emailAddress, id, optionalLine, personLimits, requiredLine, time } from '../kit/common.ts'
import { perCompany, type RateLimit } from '../kit/rate-limit.ts'
import { routes } from '../kit/route.ts'
import { company } from './companies.ts'
import { roles } from './permissions.ts'

export const userSentences = {
  nameRequired: 'Your name is required',
  roleRequired: 'Choose a role: Owner, Admin or Agent',
  statusRequired: 'Choose a status: active or disabled',
  ownersOnly: 'Only an Owner can do that',
  lastOwner: 'A company needs at least one active Owner',
  notJoined: 'This person has not joined yet',
} as const

export const role = z.enum(roles, userSentences.roleRequired)

export const user = z.object({ id, name: z.string(), email: z.string(), role })
export type User = z.output<typeof user>

export const teamMember = z.object({
  ...user.shape,
  status: z.enum(['active', 'invited', 'disabled']),
  lastSeenAt: z.nullable(time),
  online: z.boolean(),
})
export type TeamMember = z.output<typeof teamMember>

/** Days until an invitation link expires. */
export const invitationDays = 7

const account = z.object({ user, company })

export const userRateLimits = {
  invitation: { name: 'invitation', points: 100, seconds: 60 * 60 },
  invitationMail: { name: 'invitationMail', points: 10, seconds: 60 * 60 },
} as const satisfies Record<string, RateLimit>

export const userRoutes = routes({
  me: {
    method: 'GET',
    path: '/api/me',
    summary: 'Retrieve the signed-in user and their company',
    access: { permission: 'account.manage', rateLimit: 'none', audit: 'none' },
    response: account,
  },
  updateMe: {
    method: 'PATCH',
    path: '/api/me',
    summary: 'Update the name of the signed-in user',
    access: { permission: 'account.manage', rateLimit: 'none', audit: ['name_changed'] },
    body: z.object({ name: requiredLine(personLimits.name, userSentences.nameRequired) }),
    response: account,
  },
  list: {
    method: 'GET',
    path: '/api/users',
    summary: 'List team members and pending invitations',
    access: { permission: 'team.read', rateLimit: 'none', audit: 'none' },
    response: z.object({ users: z.array(teamMember) }),
  },
  invite: {
    method: 'POST',
    path: '/api/users/invitations',
    summary:
      'Invite a team member, or renew their link; the response contains the link, which is also emailed if mail is configured',
    access: {
      permission: 'team.manage',
      rateLimit: perCompany(userRateLimits.invitation),
      audit: ['invited'],
    },
    body: z.object({
      email: emailAddress,
      name: z.optional(optionalLine(personLimits.name)),
      role,
    }),
    /** `canMail`: the installation sends mail, so the link does not need to be passed on. */
    response: z.object({ user: teamMember, inviteUrl: z.string(), canMail: z.boolean() }),
  },
  update: {
    method: 'PATCH',
    path: '/api/users/:userId',
    summary: 'Update the role or status of a team member',
    access: { permission: 'team.manage', rateLimit: 'none', audit: ['role_changed', 'status_changed'] },
    body: z.object({
      role: z.optional(role),
      status: z.optional(z.enum(['active', 'disabled'], userSentences.statusRequired)),
    }),
    response: z.object({ user: teamMember }),
  },
  remove: {
    method: 'DELETE',
    path: '/api/users/:userId',
    summary: 'Remove a team member, or revoke an invitation; their messages are kept',
    access: { permission: 'team.manage', rateLimit: 'none', audit: ['removed'] },
  },
})
