import * as z from 'zod/mini'
import { id, time } from '../kit/common.ts'
import { perUser, type RateLimit } from '../kit/rate-limit.ts'
import { routes } from '../kit/route.ts'
import { timeZone } from '../kit/time-zones.ts'

export const notificationLimits = { devicesPerUser: 10, endpoint: 1000 } as const

export const notificationSentences = {
  time: 'Enter a time, like 22:00',
  sameTimes: 'Choose an end that differs from the start',
  invalidSubscription: "The browser's push subscription isn't valid",
  otherKey: 'The push subscription was created with another key. Reload the page and try again.',
  loadFailed: 'Failed to load the push notifications',
  saveFailed: 'Failed to save the push notifications',
  turnOnFailed: "Push notifications couldn't be turned on",
  removeFailed: 'Failed to remove the device',
  testFailed: "The push service didn't accept the notification. Turn push notifications off and on again.",
} as const

const timeOfDay = z
  .string(notificationSentences.time)
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, notificationSentences.time))

/** No notification is sent between these times of day. The period ends on the next day when `to` is before `from`. */
export const quietHours = z
  .object({ from: timeOfDay, to: timeOfDay, timeZone })
  .check(z.refine(({ from, to }) => from !== to, { message: notificationSentences.sameTimes, path: ['to'] }))
export type QuietHours = z.output<typeof quietHours>

/** About what the signed-in user is notified on all of their devices. */
export const notificationSettings = z.object({
  mentions: z.boolean(),
  /** New assignments, and messages of visitors in conversations that are assigned to the user. */
  assigned: z.boolean(),
  /** Conversations that wait for a person and are assigned to no colleague. */
  needsPerson: z.boolean(),
  quietHours: z.nullable(quietHours),
})
export type NotificationSettings = z.output<typeof notificationSettings>

export const notificationDefaults: NotificationSettings = {
  mentions: true,
  assigned: true,
  needsPerson: true,
  quietHours: null,
}

/** A browser in which the user gets push notifications. */
export const pushDevice = z.object({
  _id: id,
  /** The browser and the system, for example `Chrome on Android`. */
  name: z.nullable(z.string()),
  createdAt: time,
  lastSentAt: z.nullable(time),
})
export type PushDevice = z.output<typeof pushDevice>

export const pushNotifications = z.object({
  /** The application server key (VAPID) for a subscription, base64url. */
  publicKey: z.string(),
  settings: notificationSettings,
  devices: z.array(pushDevice),
})
export type PushNotifications = z.output<typeof pushNotifications>

/** The content of a push message for the service worker of the console. The tag `test` is shown even while the console has focus. */
export type PushContent = { title: string; body: string; path: string; tag: string }

/** Bytes in base64url without padding. */
function bytes(count: number) {
  const pattern = new RegExp(`^[\\w-]{${Math.ceil((count * 4) / 3)}}$`)
  return z
    .string(notificationSentences.invalidSubscription)
    .check(z.regex(pattern, notificationSentences.invalidSubscription))
}

/** `PushSubscription.toJSON()`, with what the server needs beside it. */
const pushSubscription = z.object({
  endpoint: z.string(notificationSentences.invalidSubscription).check(
    z.maxLength(notificationLimits.endpoint, notificationSentences.invalidSubscription),
    z.refine(
      (text) => URL.canParse(text) && /^https?:\/\//.test(text),
      notificationSentences.invalidSubscription,
    ),
  ),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }, notificationSentences.invalidSubscription),
  /** The application server key of the subscription. */
  publicKey: bytes(65),
  /** Whether "Do not disturb" is on in the browser. */
  isPaused: z.optional(z.boolean('isPaused must be true or false')),
})

const access = { permission: 'account.manage', rateLimit: 'none', audit: 'none' } as const

const notificationRateLimits = {
  addPushDevice: { name: 'addPushDevice', points: 60, seconds: 60 * 60 },
  testPush: { name: 'testPush', points: 20, seconds: 60 * 60 },
} as const satisfies Record<string, RateLimit>

export const notificationRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/notifications',
    summary: 'Retrieve the push notification settings and devices of the signed-in user',
    access,
    response: pushNotifications,
  },
  updateSettings: {
    method: 'PATCH',
    path: '/api/notifications/settings',
    summary: 'Change about what and when the signed-in user gets push notifications',
    access,
    body: z.partial(notificationSettings),
    response: notificationSettings,
  },
  addDevice: {
    method: 'POST',
    path: '/api/notifications/devices',
    summary: 'Register the push subscription of a browser, or update it; it ends with the sign-in',
    access: { ...access, rateLimit: perUser(notificationRateLimits.addPushDevice) },
    body: pushSubscription,
    response: pushDevice,
    status: 201,
  },
  removeDevice: {
    method: 'DELETE',
    path: '/api/notifications/devices/:deviceId',
    summary: 'Remove a push subscription of the signed-in user',
    access,
  },
  test: {
    method: 'POST',
    path: '/api/notifications/devices/:deviceId/test',
    summary: 'Send a push notification to a device of the signed-in user',
    access: { ...access, rateLimit: perUser(notificationRateLimits.testPush) },
  },
})
