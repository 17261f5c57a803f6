import {
  type NotificationSettings,
  notificationRoutes,
  notificationSentences,
  type PushNotifications,
} from '@aichat/contracts/company/notifications'
import type { BodyInput } from '@aichat/contracts/kit/route'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'
import { errorMessage } from '../kit/http/api-error.ts'
import { log } from '../kit/log.ts'
import { toast } from '../ui/feedback/toasts.ts'
import { NotificationsBlockedError, turnOffPush, turnOnPush } from './push-device.ts'

const calls = api(notificationRoutes)
const key = ['notifications'] as const

export function useNotifications() {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => calls.get({ signal }) })
}

/** Shows the change at once, and the state of the server if it could not be saved. */
export function useChangeNotificationSettings() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof notificationRoutes.updateSettings>) => calls.updateSettings({ body }),
    onMutate: async (change) => {
      await cache.cancelQueries({ queryKey: key })
      cacheSettings((settings) => ({ ...settings, ...(change as Partial<NotificationSettings>) }))
    },
    onSuccess: (settings) => cacheSettings(() => settings),
    onError: (error) => {
      report(notificationSentences.saveFailed, error)
      return cache.invalidateQueries({ queryKey: key })
    },
  })
}

/** Turns push notifications on or off in this browser. */
export function useTurnPush() {
  return useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnOnPush() : turnOffPush()),
    onError: (error, isOn) => {
      // The settings say how to allow them.
      if (error instanceof NotificationsBlockedError) return
      report(isOn ? notificationSentences.turnOnFailed : notificationSentences.saveFailed, error)
    },
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  })
}

export function useTestPush() {
  return useMutation({
    mutationFn: (deviceId: string) => calls.test({ params: { deviceId } }),
    onSuccess: () => toast('Test notification sent'),
    onError: (error) => report(notificationSentences.testFailed, error),
  })
}

function cacheSettings(next: (settings: NotificationSettings) => NotificationSettings) {
  cache.setQueryData<PushNotifications>(key, (now) => now && { ...now, settings: next(now.settings) })
}

function report(sentence: string, error: unknown) {
  log(sentence, error)
  toast(errorMessage(error, sentence), { tone: 'bad' })
}
