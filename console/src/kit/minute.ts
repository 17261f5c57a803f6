import { useSyncExternalStore } from 'react'

const minuteMs = 60_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** The current time, rounded down to the minute. The component renders again when the next minute begins. */
export function useMinute(): number {
  return useSyncExternalStore(subscribeToMinutes, getMinute)
}

/** Runs the listener at the beginning of each minute. All listeners share one timer. Returns the function that unsubscribes. */
export function subscribeToMinutes(listener: () => void) {
  listeners.add(listener)
  timer ??= scheduleNextMinute()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    timer = undefined
  }
}

function scheduleNextMinute() {
  return setTimeout(
    () => {
      timer = scheduleNextMinute()
      for (const listener of listeners) listener()
    },
    minuteMs - (Date.now() % minuteMs),
  )
}

function getMinute(): number {
  return Date.now() - (Date.now() % minuteMs)
}
