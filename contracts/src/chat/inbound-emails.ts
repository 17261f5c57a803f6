import * as z from 'zod/mini'
import { id, time } from '../kit/common.ts'
import { routes } from '../kit/route.ts'
import { message } from './messages.ts'

export const inboundEmailSentences = {
  loadFailed: 'Failed to load the emails',
  acceptFailed: 'Failed to add the email to the conversation',
  dismissFailed: 'Failed to dismiss the email',
  conversationArchived: 'The conversation is archived. Restore it to add the email.',
  unreadable: 'This email could not be read. It is still in the mailbox.',
} as const

/** How many emails of one conversation become messages within an hour. Others are held. */
export const maxEmailsPerHour = 20

/** How many emails of one conversation may wait for a decision. Further ones stay in the mailbox only. */
export const maxHeldEmails = 20

/**
 * Why an email did not become a message.
 *
 * - `sender`: it is not from the address that the conversation has.
 * - `automatic`: a program has sent it, such as an absence notice or a delivery report.
 * - `empty`: beside the quoted text it has neither text nor files.
 * - `archived`: the conversation is archived.
 * - `frequent`: the conversation got more emails within an hour than `maxEmailsPerHour`.
 * - `unreadable`: it is too large, or not a valid email.
 */
export const holdReasons = ['sender', 'automatic', 'empty', 'archived', 'frequent', 'unreadable'] as const
export type HoldReason = (typeof holdReasons)[number]

export const emailSender = z.object({ address: z.string(), name: z.nullable(z.string()) })

export const heldEmail = z.object({
  _id: id,
  sessionId: id,
  /** The visitor of the conversation. */
  visitor: z.object({ name: z.nullable(z.string()), email: z.nullable(z.string()) }),
  from: emailSender,
  subject: z.string(),
  /** Without quoted text and signature. */
  text: z.string(),
  attachmentNames: z.array(z.string()),
  reason: z.enum(holdReasons),
  receivedAt: time,
})
export type HeldEmail = z.output<typeof heldEmail>

export const originalEmail = z.object({
  from: emailSender,
  subject: z.string(),
  /** The whole text, with quoted text and signature. */
  text: z.string(),
  receivedAt: time,
})
export type OriginalEmail = z.output<typeof originalEmail>

export const inboundEmailRoutes = routes({
  listHeld: {
    method: 'GET',
    path: '/api/emails/held',
    summary: 'List the newest 100 emails that did not become messages and wait for a decision of the team',
    access: { permission: 'conversations.read', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:read',
    response: z.object({ emails: z.array(heldEmail), count: z.int() }),
  },
  accept: {
    method: 'POST',
    path: '/api/emails/:emailId/accept',
    summary: 'Add a held email to its conversation, as a message of the visitor',
    access: { permission: 'conversations.manage', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:write',
    response: z.object({ message }),
  },
  dismiss: {
    method: 'POST',
    path: '/api/emails/:emailId/dismiss',
    summary: 'Remove a held email from the list. It stays in the mailbox.',
    access: { permission: 'conversations.manage', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:write',
    response: z.object({}),
  },
  original: {
    method: 'GET',
    path: '/api/sessions/:sessionId/messages/:messageId/email',
    summary: 'Retrieve the email that a message was sent by',
    access: { permission: 'conversations.read', rateLimit: 'none', audit: 'none' },
    scope: 'sessions:read',
    response: originalEmail,
  },
})
