import { useEffect, useRef, useState } from 'react'

const delayMs = 150
const minVisibleMs = 300

/** `soon`: too early to draw anything; `shown`: the skeleton; `done`: the content. */
export type LoadingPhase = 'soon' | 'shown' | 'done'

/** A skeleton comes after a moment only, and once it is there it stays long enough not to flicker. */
export function useDelayedLoading(isLoading: boolean): LoadingPhase {
  const [isShown, setShown] = useState(false)
  const since = useRef(0)
  useEffect(() => {
    if (isLoading === isShown) return
    const wait = isLoading ? delayMs : Math.max(0, since.current + minVisibleMs - Date.now())
    const timer = setTimeout(() => {
      since.current = Date.now()
      setShown(isLoading)
    }, wait)
    return () => clearTimeout(timer)
  }, [isLoading, isShown])
  if (isShown) return 'shown'
  return isLoading ? 'soon' : 'done'
}
