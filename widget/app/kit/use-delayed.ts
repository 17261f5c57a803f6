import { useEffect, useState } from 'react'

/** Becomes true when `isTrue` has been true for the given time, and false immediately. Hides short interruptions. */
export function useDelayed(isTrue: boolean, milliseconds: number): boolean {
  const [hasElapsed, setHasElapsed] = useState(false)
  useEffect(() => {
    if (!isTrue) return
    const timer = setTimeout(() => setHasElapsed(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setHasElapsed(false)
    }
  }, [isTrue, milliseconds])
  return isTrue && hasElapsed
}
