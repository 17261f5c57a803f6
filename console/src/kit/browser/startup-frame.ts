import { useLayoutEffect } from 'react'

/** Removes the frame that index.html shows until the first screen has been rendered. For every layout that can be first. */
export function useRemoveStartupFrame() {
  useLayoutEffect(() => document.getElementById('startup')?.remove(), [])
}
