import { useEffect, useState } from 'react'

/** True once `isTrue` has been so for a while; false at once. A short hiccup is not worth a word. */
export function useLate(isTrue: boolean, milliseconds: number): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isTrue) return
    const timer = setTimeout(() => setIsLate(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isTrue, milliseconds])
  return isTrue && isLate
}
