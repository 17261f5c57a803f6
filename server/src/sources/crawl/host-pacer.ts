import { setTimeout as sleep } from 'node:timers/promises'

/** Spaces the requests to each host, for all runs of this process. */
export type HostPacer = {
  /** Resolves when the host may be requested; false when that would be after the deadline or the signal aborts. */
  wait(host: string, options: WaitOptions): Promise<boolean>
  /** Requests to the host wait for this time, because it asked for a pause. */
  pause(host: string, pauseMs: number): void
}
type WaitOptions = { intervalMs: number; until: number; signal: AbortSignal }

const maxHosts = 1000

export function createHostPacer(): HostPacer {
  const nextAt = new Map<string, number>()

  function evictPast(now: number): void {
    if (nextAt.size <= maxHosts) return
    for (const [host, at] of nextAt) if (at < now) nextAt.delete(host)
  }

  return {
    async wait(host, { intervalMs, until, signal }) {
      const now = Date.now()
      const at = Math.max(now, nextAt.get(host) ?? 0)
      if (at > until || signal.aborted) return false
      nextAt.set(host, at + intervalMs)
      evictPast(now)
      if (at > now) await sleep(at - now, undefined, { signal }).catch(() => {})
      return !signal.aborted
    },
    pause(host, pauseMs) {
      nextAt.set(host, Math.max(nextAt.get(host) ?? 0, Date.now() + pauseMs))
    },
  }
}
