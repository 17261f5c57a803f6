import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { AlertDialog } from '../ui/AlertDialog.tsx'

type Props = { isDirty: boolean; onDiscard: () => void }

/** Asks before unsaved changes are lost, to another screen of the console or out of it. */
export function LeaveGuard({ isDirty, onDiscard }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && !isSame(currentLocation, nextLocation),
  )
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])

  // The link may lead to this very prompt, which then stays on the screen.
  function discard() {
    onDiscard()
    blocker.proceed?.()
  }

  return (
    <AlertDialog
      title="Unsaved changes"
      question="Your changes to this prompt are not saved."
      confirmLabel="Discard"
      isOpen={blocker.state === 'blocked'}
      onCancel={() => blocker.reset?.()}
      onConfirm={discard}
    />
  )
}

/** A link to a part of the page, like the one that skips to its content, leaves nothing. */
function isSame(one: Location, other: Location) {
  return one.pathname === other.pathname && one.search === other.search
}
