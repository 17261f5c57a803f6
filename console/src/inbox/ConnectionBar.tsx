import { useEffect, useRef, useState } from 'react'
import { useIsOffline } from '../kit/browser/use-is-offline.ts'
import { useIsConnected } from '../kit/http/socket.ts'

const lostDelayMs = 3000
const restoredShownMs = 2000

type State = 'hidden' | 'lost' | 'restored'

/** Appears at once without a network, after three seconds without a connection, and confirms when it is back. */
export function ConnectionBar() {
  const isConnected = useIsConnected()
  const isOffline = useIsOffline()
  const [state, setState] = useState<State>('hidden')
  const wasLost = useRef(false)
  useEffect(() => {
    if (isConnected && !wasLost.current) return
    setState(isConnected ? 'restored' : 'hidden')
    const timer = setTimeout(
      () => {
        wasLost.current = !isConnected
        setState(isConnected ? 'hidden' : 'lost')
      },
      isConnected ? restoredShownMs : isOffline ? 0 : lostDelayMs,
    )
    return () => clearTimeout(timer)
  }, [isConnected, isOffline])
  return (
    <div role="status" className="shrink-0 text-center text-caption">
      {state === 'lost' && (
        <p className="bg-warn-soft px-4 py-1.25 text-warn">
          {isOffline ? "You're offline." : 'Reconnecting…'} Your messages will be sent when you're back
          online.
        </p>
      )}
      {state === 'restored' && <p className="bg-ok-soft px-4 py-1.25 text-ok">Back online</p>}
    </div>
  )
}
