import { useEffect, useRef, useState } from 'react'

const delay = 150
const shortest = 300

/** `soon`: too early to draw anything; `shown`: the skeleton; `done`: the content. */
export type Loading = 'soon' | 'shown' | 'done'

/** A skeleton comes after a moment only, and once it is there it stays long enough not to flicker. */
export function useLoading(isLoading: boolean): Loading {
  const [isShown, setShown] = useState(false)
  const since = useRef(0)
  useEffect(() => {
    if (isLoading === isShown) return
    const wait = isLoading ? delay : Math.max(0, since.current + shortest - Date.now())
    const timer = setTimeout(() => {
      since.current = Date.now()
      setShown(isLoading)
    }, wait)
    return () => clearTimeout(timer)
  }, [isLoading, isShown])
  if (isShown) return 'shown'
  return isLoading ? 'soon' : 'done'
}
