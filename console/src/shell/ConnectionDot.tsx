import clsx from 'clsx'
import { useIsConnected } from '../kit/socket.ts'

export function ConnectionDot({ isRail }: { isRail?: boolean }) {
  const isConnected = useIsConnected()
  const text = isConnected ? 'Connected' : 'Connecting…'
  return (
    <p
      role="status"
      title={isRail ? text : undefined}
      className={clsx('flex items-center gap-2.5 text-small text-muted', isRail ? 'justify-center' : 'px-3')}
    >
      <span
        aria-hidden
        className={clsx('size-2 shrink-0 rounded-pill', isConnected ? 'bg-ok-solid' : 'bg-warn-solid')}
      />
      <span className={isRail ? 'sr-only' : undefined}>{text}</span>
    </p>
  )
}
