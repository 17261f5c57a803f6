import type { Timers } from '../process/timers.ts'

export type CallLimits = { firstTokenMs: number; silenceMs: number; totalMs: number }

export type CallDeadline = {
  signal: AbortSignal
  /** The time for the whole call is over. */
  isTotalOver(): boolean
  /** Call it for every part that arrives. The first one ends the time to the first token. */
  touch(): void
  abort(): void
  clear(): void
}

/** Aborts with the given signal, and when the server sends nothing for too long or does not come to an end. */
export function createCallDeadline(signal: AbortSignal, timers: Timers, limits: CallLimits): CallDeadline {
  const controller = new AbortController()
  const expire = (what: string) => () => controller.abort(new Error(`The model server ${what}`))
  const forward = () => controller.abort(signal.reason)
  let isTotalOver = false
  const endTotal = () => {
    isTotalOver = true
    expire('took too long to finish')()
  }
  const cancelTotal = timers.start(endTotal, limits.totalMs)
  let cancelSilence = timers.start(expire('sent nothing in time'), limits.firstTokenMs)
  if (signal.aborted) forward()
  else signal.addEventListener('abort', forward, { once: true })
  return {
    signal: controller.signal,
    isTotalOver: () => isTotalOver,
    touch() {
      cancelSilence()
      cancelSilence = timers.start(expire('stopped sending'), limits.silenceMs)
    },
    abort: () => controller.abort(),
    clear() {
      cancelTotal()
      cancelSilence()
      signal.removeEventListener('abort', forward)
    },
  }
}
