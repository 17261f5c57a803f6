import { doNotDisturb } from '../../kit/browser/preferences.ts'
import { chatsPath } from '../../paths.ts'
import { startDesktopAlerts } from './desktop-alerts.ts'
import { syncPush } from './sync-push.ts'

/** Starts desktop alerts and push notifications. Returns the function that stops them. */
export function startNotifications(open: (path: string) => void) {
  const stopAlerts = startDesktopAlerts((sessionId) => open(chatsPath(sessionId)))
  const stopOpening = openClickedNotifications(open)
  syncPush()
  const stopSyncing = doNotDisturb.subscribe(syncPush)
  return () => {
    stopAlerts()
    stopOpening()
    stopSyncing()
  }
}

/** The service worker sends the path of a notification that was clicked. */
function openClickedNotifications(open: (path: string) => void) {
  const { serviceWorker } = navigator
  const onMessage = ({ data, ports: [port] }: MessageEvent) => {
    if (data?.type !== 'open') return
    port?.postMessage('opened')
    open(data.path)
  }
  serviceWorker?.addEventListener('message', onMessage)
  return () => serviceWorker?.removeEventListener('message', onMessage)
}
