import { useEffect, useRef, useState } from 'react'
import { useIsConnected } from '../kit/socket.ts'

const patience = 3000
const shownFor = 2000

type State = 'fine' | 'lost' | 'back'

/** Says that the connection is gone once it has been for three seconds, and that it is back. */
export function ConnectionBar() {
  const isConnected = useIsConnected()
  const [state, setState] = useState<State>('fine')
  const wasLost = useRef(false)
  useEffect(() => {
    if (isConnected && !wasLost.current) return
    setState(isConnected ? 'back' : 'fine')
    const timer = setTimeout(
      () => {
        wasLost.current = !isConnected
        setState(isConnected ? 'fine' : 'lost')
      },
      isConnected ? shownFor : patience,
    )
    return () => clearTimeout(timer)
  }, [isConnected])
  return (
    <div role="status" className="shrink-0 text-center text-small">
      {state === 'lost' && (
        <p className="bg-warn-soft px-4 py-1.25 text-warn">
          Reconnecting… messages you send will go out when you're back.
        </p>
      )}
      {state === 'back' && <p className="bg-ok-soft px-4 py-1.25 text-ok">Back online</p>}
    </div>
  )
}
