import { readItem, storageKey, writeItem } from '../page-storage.ts'
import type { HostState } from './chat-frame.ts'
import { withTabLock } from './tab-lock.ts'

const maxHeldMs = 10_000

/** Holds a lock of the page's origin for a frame whose own storage is blocked. Returns the function that takes or releases it. */
export function createFrameLock(
  publicKey: string,
  state: HostState,
  post: () => void,
): (isWanted: boolean) => void {
  const name = storageKey(publicKey, 'lease')
  const lease = {
    read: () => readItem('localStorage', name),
    write: (value: string | null) => writeItem('localStorage', name, value),
  }
  let release = () => {}

  function hold(): Promise<void> {
    return new Promise((resolve) => {
      release = resolve
      setTimeout(resolve, maxHeldMs)
      state.hasLock = true
      post()
      state.hasLock = false
    })
  }

  return (isWanted) => {
    if (isWanted) withTabLock(name, lease, hold)
    else release()
  }
}
