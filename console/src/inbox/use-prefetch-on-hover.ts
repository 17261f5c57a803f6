import { type PointerEvent, useEffect, useRef } from 'react'
import { prefetchThread } from '../sync/thread-queries.ts'

/** Rows that the pointer only crosses are not loaded. */
const dwellMs = 60

/** Loads the conversation that the mouse rests on: most clicks follow later than its messages arrive. */
export function usePrefetchOnHover() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    start(event: PointerEvent, sessionId: string) {
      stop()
      if (event.pointerType === 'mouse')
        timer.current = setTimeout(() => void prefetchThread(sessionId), dwellMs)
    },
    stop,
  }
}
