import { useSyncExternalStore } from 'react'

export const phoneQuery = '(width < 768px)'
export const wideQuery = '(width >= 1024px)'
/** Wide enough for a pane beside the conversation. */
export const extraWideQuery = '(width >= 1280px)'

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )
}
