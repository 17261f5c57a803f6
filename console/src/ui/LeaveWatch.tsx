import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'

/** A way out that waits for an answer. */
export type Leaving = { stay: () => void; go: () => void }

/** The state of a navigation that gives up what is not saved, and need not be asked about. */
export const discarding = { isDiscarding: true }

/** Mounted while there is something to lose: stops the way to another screen, and asks before the tab closes. */
export function LeaveWatch({ onLeave }: { onLeave: (leaving: Leaving) => void }) {
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
    if (blocker.state === 'blocked') onLeave({ stay: blocker.reset, go: blocker.proceed })
  }, [blocker, onLeave])
  return null
}

/** A link to a part of the page, like the one that skips to its content, leaves nothing. */
function isSame(one: Location, other: Location) {
  return one.pathname === other.pathname && one.search === other.search
}
