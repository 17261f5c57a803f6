import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'

/** A navigation that waits until the user confirms or cancels it. */
export type BlockedNavigation = { cancel: () => void; proceed: () => void }

/** Location state of a navigation that discards unsaved changes without asking. */
export const discardChangesState = { isDiscarding: true }

/** Mounted while there are unsaved changes: blocks in-app navigation and warns before the tab closes. */
export function NavigationBlocker({ onBlock }: { onBlock: (navigation: BlockedNavigation) => void }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !nextLocation.state?.isDiscarding && !isSame(currentLocation, nextLocation),
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  useEffect(() => {
    if (blocker.state === 'blocked') onBlock({ cancel: blocker.reset, proceed: blocker.proceed })
  }, [blocker, onBlock])
  return null
}

/** A link to a fragment of the same page, such as "Skip to content", is not a navigation away. */
function isSame(one: Location, other: Location) {
  return one.pathname === other.pathname && one.search === other.search
}
