import { followVisibleArea } from '../kit/browser/visible-area.ts'
import { startNotifications } from './notifications/start-notifications.ts'

/** `open` navigates to a path of the console. Returns the function that stops all. */
export function startBackground(open: (path: string) => void): () => void {
  const stops = [followVisibleArea(document.documentElement), startNotifications(open)]
  return () => {
    for (const stop of stops) stop()
  }
}
