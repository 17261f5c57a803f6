import { useSyncExternalStore } from 'react'

/** Whether the browser reports that there is no network. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, () => !navigator.onLine)
}

function subscribe(listener: () => void) {
  window.addEventListener('offline', listener)
  window.addEventListener('online', listener)
  return () => {
    window.removeEventListener('offline', listener)
    window.removeEventListener('online', listener)
  }
}
