import { useEffect, useState } from 'react'

/** State that resets to null after the given time. */
export function useTemporaryState<Value>(milliseconds: number) {
  const [value, setValue] = useState<Value | null>(null)
  useEffect(() => {
    if (value === null) return
    const timer = setTimeout(() => setValue(null), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return [value, setValue] as const
}
