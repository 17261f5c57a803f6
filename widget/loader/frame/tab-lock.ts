import { withWebLock } from '../../web-lock.ts'

/** Where tabs without Web Locks agree who goes first: storage that they share. */
export type LeaseStorage = { read(): string | null; write(lease: string | null): void }

const maxWaitMs = 10_000
/** Storage reaches the other tabs with a delay, so a lease counts only if it is still there after this time. */
const settleMs = 60

/** Runs the work while no other tab runs it: under a Web Lock, or a lease in the storage. */
export const withTabLock = <Result>(name: string, storage: LeaseStorage, work: () => Promise<Result>) =>
  withWebLock(name, work, () => withLease(storage, work))

async function withLease<Result>(storage: LeaseStorage, work: () => Promise<Result>): Promise<Result> {
  const giveUpAt = Date.now() + maxWaitMs
  const lease = `${giveUpAt} ${Math.random()}`
  while (storage.read() !== lease && Date.now() < giveUpAt) {
    // A tab that was closed leaves its lease, which ends.
    const remainingMs = Number.parseInt(storage.read() ?? '', 10) - Date.now()
    if (!(remainingMs >= 0 && remainingMs <= maxWaitMs)) storage.write(lease)
    await new Promise((resolve) => setTimeout(resolve, settleMs))
  }
  try {
    return await work()
  } finally {
    if (storage.read() === lease) storage.write(null)
  }
}
