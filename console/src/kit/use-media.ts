import { useSyncExternalStore } from 'react'

export const phone = '(width < 768px)'
export const wide = '(width >= 1024px)'
/** Wide enough for a pane beside the conversation. */
export const veryWide = '(width >= 1280px)'

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )
}
