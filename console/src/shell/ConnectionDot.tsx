import clsx from 'clsx'
import { useEffect, useState } from 'react'
import { useIsOffline } from '../kit/browser/use-is-offline.ts'
import { useIsConnected } from '../kit/http/socket.ts'

const waitMs = 3000

export function ConnectionStatus({ isRail }: { isRail?: boolean }) {
  const isConnected = useIsConnected()
  const text = useText(isConnected, useIsOffline())
  return (
    <p
      role="status"
      title={isRail ? text : undefined}
      className={clsx(
        'flex min-w-0 items-center gap-2.5 text-caption text-muted',
        isRail ? 'justify-center py-2' : 'px-3',
      )}
    >
      <span
        aria-hidden
        className={clsx('size-2 shrink-0 rounded-pill', isConnected ? 'bg-ok-solid' : 'bg-warn-solid')}
      />
      <span className={isRail ? 'sr-only' : undefined}>{text}</span>
    </p>
  )
}

function useText(isConnected: boolean, isOffline: boolean): string {
  const [hasWaited, setWaited] = useState(false)
  useEffect(() => {
    if (isConnected) return
    const timer = setTimeout(() => setWaited(true), waitMs)
    return () => {
      clearTimeout(timer)
      setWaited(false)
    }
  }, [isConnected])
  if (isConnected) return 'Connected'
  if (isOffline) return 'Offline'
  return hasWaited ? 'Waiting for connection' : 'Connecting…'
}
