import { useEffect, useRef, useState } from 'react'

const delayMs = 150
const minVisibleMs = 300

/** `delayed`: show nothing yet; `visible`: show the skeleton; `done`: show the content. */
export type LoadingPhase = 'delayed' | 'visible' | 'done'

/** Delays the skeleton, and then keeps it for a minimum time, so that fast responses do not flicker. */
export function useDelayedLoading(isLoading: boolean): LoadingPhase {
  const [isVisible, setVisible] = useState(false)
  const since = useRef(0)
  useEffect(() => {
    if (isLoading === isVisible) return
    const wait = isLoading ? delayMs : Math.max(0, since.current + minVisibleMs - Date.now())
    const timer = setTimeout(() => {
      since.current = Date.now()
      setVisible(isLoading)
    }, wait)
    return () => clearTimeout(timer)
  }, [isLoading, isVisible])
  if (isVisible) return 'visible'
  return isLoading ? 'delayed' : 'done'
}
