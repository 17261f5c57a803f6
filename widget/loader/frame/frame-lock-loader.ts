import type { HostState } from './chat-frame.ts'

type HoldLock = (isWanted: boolean) => void

/** Loads the lock when a frame first asks for it, which is where the browser blocks the frame's own storage. */
export function createLazyFrameLock(publicKey: string, state: HostState, post: () => void): HoldLock {
  let loading: Promise<HoldLock> | undefined
  return (isWanted) => {
    loading ??= import('./frame-lock.ts').then(({ createFrameLock }) =>
      createFrameLock(publicKey, state, post),
    )
    loading.then(
      (holdLock) => holdLock(isWanted),
      () => {
        // The frame goes on without the lock after a while.
      },
    )
  }
}
