import * as z from 'zod/mini'
import { id, isWebUrl, positiveInteger, stripInvalidCharacters, time } from '../kit/common.ts'
import { routes } from '../kit/route.ts'

export const webhookLimits = {
  maxPerCompany: 10,
  url: 500,
  responseText: 500,
  logRetentionDays: 30,
  previousSecretHours: 24,
  failingDays: 5,
  pageSize: 25,
  pageSizeMax: 100,
} as const

export const webhookSentences = {
  url: 'Enter a full web address, like https://example.com/hooks',
  events: 'Choose at least one event',
  tooMany: 'You can have up to 10 webhooks. Remove one first.',
  switchedOff: 'Turn the webhook on first',
  turnedOff: 'The webhook was turned off.',
  gone: 'Turned off because the endpoint responded with 410 Gone.',
  failing:
    'Turned off because every delivery failed for five days. Turn it on again once the endpoint works.',
  loadFailed: 'Failed to load webhooks',
  saveFailed: 'Failed to save the webhook',
  removeFailed: 'Failed to remove the webhook',
  rotateFailed: 'Failed to rotate the secret',
  testFailed: 'Failed to send the test event',
  replayFailed: 'Failed to resend the event',
  deliveriesFailed: 'Failed to load deliveries',
} as const

export const webhookEvents = [
  'conversation.started',
  'message.created',
  'conversation.needs_human',
  'conversation.closed',
  'rating.created',
] as const
const webhookEvent = z.enum(webhookEvents, webhookSentences.events)
export type WebhookEvent = z.output<typeof webhookEvent>

export const webhookEventLabels: Record<WebhookEvent, string> = {
  'conversation.started': 'A visitor starts a conversation',
  'message.created': 'A visitor, an agent or the AI sends a message',
  'conversation.needs_human': 'A conversation needs a person',
  'conversation.closed': 'A conversation is closed or archived',
  'rating.created': 'A visitor rates a conversation or a reply',
}

/** The event of a test delivery, sent whatever events are chosen. */
export const webhookTestEvent = 'webhook.test'

export const webhook = z.object({
  id,
  url: z.string(),
  events: z.array(webhookEvent),
  isEnabled: z.boolean(),
  /** Why the webhook was disabled automatically: the endpoint returned 410, or all deliveries failed for five days. */
  problem: z.nullable(z.enum(['gone', 'failing'])),
  /** The first failure since the last successful delivery. */
  failingSince: z.nullable(time),
  /** Until then the previous secret signs deliveries as well. */
  oldSecretUntil: z.nullable(time),
  /** Deliveries that are waiting for their first attempt or a retry. */
  pendingCount: z.int(),
  /** When the oldest of them was created. */
  oldestPendingAt: z.nullable(time),
  createdAt: time,
})
export type Webhook = z.output<typeof webhook>

export const delivery = z.object({
  id,
  /** The `webhook-id` header: the same for every attempt and every manual redelivery. */
  eventId: id,
  type: z.string(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.int(),
  attemptedAt: z.nullable(time),
  /** Null when the event was delivered or has finally failed. */
  nextAttemptAt: z.nullable(time),
  responseCode: z.nullable(z.int()),
  /** The first 500 characters of the response body. */
  responseText: z.nullable(z.string()),
  /** Why there was no response. */
  error: z.nullable(z.string()),
  createdAt: time,
})
export type Delivery = z.output<typeof delivery>

const url = z
  .string(webhookSentences.url)
  .check(
    stripInvalidCharacters(),
    z.trim(),
    z.maxLength(webhookLimits.url, webhookSentences.url),
    z.refine(isWebUrl, webhookSentences.url),
  )
const events = z
  .array(webhookEvent, webhookSentences.events)
  .check(z.minLength(1, webhookSentences.events), z.maxLength(webhookEvents.length, webhookSentences.events))

export const webhookRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/webhooks',
    summary: 'List webhooks, newest first',
    access: { permission: 'webhooks.manage', rateLimit: 'none', audit: 'none' },
    response: z.object({ webhooks: z.array(webhook) }),
  },
  add: {
    method: 'POST',
    path: '/api/webhooks',
    summary: 'Create a webhook; its signing secret is only returned once',
    access: { permission: 'webhooks.manage', rateLimit: 'none', audit: ['webhook_added'] },
    body: z.object({ url, events }),
    status: 201,
    response: z.object({ secret: z.string(), webhook }),
  },
  update: {
    method: 'PUT',
    path: '/api/webhooks/:webhookId',
    summary: 'Update the URL, events or status of a webhook',
    access: { permission: 'webhooks.manage', rateLimit: 'none', audit: ['webhook_changed'] },
    body: z.object({ url, events, isEnabled: z.boolean('isEnabled must be true or false') }),
    response: webhook,
  },
  remove: {
    method: 'DELETE',
    path: '/api/webhooks/:webhookId',
    summary: 'Delete a webhook with its delivery log; pending deliveries are canceled',
    access: { permission: 'webhooks.manage', rateLimit: 'none', audit: ['webhook_removed'] },
  },
  rotate: {
    method: 'POST',
    path: '/api/webhooks/:webhookId/secret',
    summary: 'Rotate the signing secret; deliveries carry both signatures for 24 hours',
    access: { permission: 'webhooks.manage', rateLimit: 'none', audit: ['webhook_secret_rotated'] },
    response: z.object({ secret: z.string(), webhook }),
  },
  test: {
    method: 'POST',
    path: '/api/webhooks/:webhookId/test',
    summary: 'Send a test event',
    access: { permission: 'webhooks.manage', rateLimit: 'none', audit: ['webhook_tested'] },
    response: delivery,
  },
  deliveries: {
    method: 'GET',
    path: '/api/webhooks/:webhookId/deliveries',
    summary: 'List the deliveries of the last 30 days, newest first',
    access: { permission: 'webhooks.manage', rateLimit: 'none', audit: 'none' },
    query: z.object({
      limit: z.optional(positiveInteger(webhookLimits.pageSizeMax)),
      cursor: z.optional(z.string().check(z.maxLength(200))),
    }),
    response: z.object({ deliveries: z.array(delivery), nextCursor: z.nullable(z.string()) }),
  },
  replay: {
    method: 'POST',
    path: '/api/webhooks/:webhookId/deliveries/:deliveryId/replay',
    summary: 'Send an event again with the same id',
    access: { permission: 'webhooks.manage', rateLimit: 'none', audit: ['webhook_replayed'] },
    response: delivery,
  },
})
