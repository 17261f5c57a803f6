import {
  notificationRoutes,
  notificationSentences,
  type PushDevice,
} from '@aichat/contracts/company/notifications'
import type { App } from '../app.ts'
import { newId } from '../kit/db/ids.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { serve, withoutTransaction } from '../kit/http/serve.ts'
import { describeDevice } from '../sessions/device.ts'
import { addDevice, listDevices, removeDevice, type StoredDevice } from './device-store.ts'
import { requireDevice } from './guard.ts'
import { sendPush } from './send-push.ts'
import { changeNotificationSettings, getNotificationSettings } from './settings-store.ts'
import { createVapidKeys, isBrowserKey } from './vapid-keys.ts'

export function mountNotifications(
  http: Http,
  app: Pick<App, 'clock' | 'db' | 'log' | 'publicWeb' | 'settings'>,
): void {
  const [{ publicKey }] = createVapidKeys(app.settings)
  const now = () => new Date(app.clock.now()).toISOString()

  serve(http, notificationRoutes, { deviceId: requireDevice })({
    get: async ({ sql, caller: { userId } }) => ({
      publicKey,
      settings: await getNotificationSettings(sql, userId),
      devices: (await listDevices(sql, userId, now())).map(toResponse),
    }),

    updateSettings: ({ sql, caller, body }) => changeNotificationSettings(sql, caller, body),

    addDevice: async ({ sql, caller, body: { keys, isPaused = false, ...subscription }, request }) => {
      if (subscription.publicKey !== publicKey) refuse(409, notificationSentences.otherKey)
      if (!isBrowserKey(keys.p256dh)) refuse(400, notificationSentences.invalidSubscription, 'keys')
      const { companyId, userId, signInId } = caller
      const device = {
        ...subscription,
        ...keys,
        id: newId(),
        companyId,
        userId,
        signInId,
        isPaused,
        name: describeDevice(request.headers['user-agent'] ?? null),
      }
      return toResponse(await addDevice(sql, device, now()))
    },

    removeDevice: async ({ sql, caller, device }) => {
      if (device.userId !== caller.userId) notFound()
      await removeDevice(sql, device._id)
      return null
    },

    test: withoutTransaction(async ({ caller, device }) => {
      if (device.userId !== caller.userId) notFound()
      const outcome = await sendPush(app, device, testContent)
      if (outcome.kind === 'accepted') return null
      if (outcome.kind === 'failed')
        app.log.warn({ deviceId: device._id, error: outcome.error }, 'a push notification was not accepted')
      return refuse(409, notificationSentences.testFailed)
    }),
  })
}

const testContent = {
  title: 'Push notifications work',
  body: 'You get them on this device when you are mentioned or needed.',
  path: '/settings/preferences',
  tag: 'test',
}

function toResponse({ _id, name, createdAt, lastSentAt }: StoredDevice): PushDevice {
  return { _id, name, createdAt, lastSentAt }
}
