import { notificationRoutes, type PushDevice } from '@aichat/contracts/company/notifications'
import { doNotDisturb } from '../kit/browser/preferences.ts'
import { api } from '../kit/http/api.ts'
import { ApiError } from '../kit/http/api-error.ts'
import { getCurrentUser } from '../kit/http/auth-storage.ts'
import { createListeners, type Store, useStore } from '../kit/store.ts'

const calls = api(notificationRoutes)

/** `install`: Safari on iPhone and iPad supports push only in a console on the Home Screen. */
export type PushSupport = 'supported' | 'unsupported' | 'insecure' | 'install'

export function getPushSupport(): PushSupport {
  if (!window.isSecureContext) return 'insecure'
  if ('PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window) return 'supported'
  const isPhone = /iPhone|iPad/.test(navigator.userAgent)
  // An iPad presents itself as a Mac.
  const isPad = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
  return isPhone || isPad ? 'install' : 'unsupported'
}

const key = 'push-device'
const listeners = createListeners()
window.addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) listeners.notify()
})

/** The id under which this browser gets push notifications for the signed-in user; null while they are off. */
const deviceId: Store<string | null> = {
  get() {
    const [userId, id = null] = localStorage.getItem(key)?.split(' ') ?? []
    return userId === getCurrentUser()?.id ? id : null
  },
  set(id) {
    const userId = getCurrentUser()?.id
    if (id && userId) localStorage.setItem(key, `${userId} ${id}`)
    else localStorage.removeItem(key)
    listeners.notify()
  },
  subscribe: listeners.subscribe,
}

export function usePushDeviceId(): string | null {
  return useStore(deviceId)
}

/** The user has not allowed notifications, or the browser is blocking them. */
export class NotificationsBlockedError extends Error {}

/** Call it on a click: browsers ask for the permission only then. @throws NotificationsBlockedError, ApiError, DOMException */
export async function turnOnPush(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotificationsBlockedError()
  await registerDevice()
}

/** A device whose removal does not reach the server is removed when the push service refuses the next message. */
export async function turnOffPush(): Promise<void> {
  const id = deviceId.get()
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  deviceId.set(null)
  if (!id) return
  await calls.removeDevice({ params: { deviceId: id } }).catch((error) => {
    // The server has removed it before, because the subscription had ended.
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  })
}

/** Repeats the registration if push notifications are on: the subscription, the sign-in or "Do not disturb" may have changed. */
export async function syncPushDevice(): Promise<void> {
  if (!deviceId.get()) return
  if (getPushSupport() === 'supported' && Notification.permission === 'granted') await registerDevice()
  else await turnOffPush()
}

async function registerDevice(): Promise<PushDevice> {
  const { publicKey } = await calls.get({})
  const { endpoint = '', keys = {} } = (await subscribe(publicKey)).toJSON()
  const { p256dh = '', auth = '' } = keys
  const isPaused = doNotDisturb.get() === 'on'
  const device = await calls.addDevice({ body: { endpoint, keys: { p256dh, auth }, publicKey, isPaused } })
  deviceId.set(device._id)
  return device
}

/** A subscription with another key, from before a change of the installation's secret, is replaced. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(getWorkerUrl())
  const { pushManager } = await navigator.serviceWorker.ready
  const applicationServerKey = toBytes(publicKey)
  const existing = await pushManager.getSubscription()
  const { applicationServerKey: existingKey } = existing?.options ?? {}
  if (existing && existingKey && isEqual(new Uint8Array(existingKey), applicationServerKey)) return existing
  await existing?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

let workerUrl: string | null = null

/** The server's policy allows registering a script only through this policy, which knows only the service worker. */
function getWorkerUrl(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const createScriptURL = () => '/service-worker.js'
  // A second policy of the same name is refused.
  workerUrl ??=
    trustedTypes?.createPolicy('service-worker', { createScriptURL }).createScriptURL('') ?? createScriptURL()
  return workerUrl
}

function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
