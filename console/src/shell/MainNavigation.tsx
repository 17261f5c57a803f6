import clsx from 'clsx'
import { Link, useLocation } from 'react-router'
import { formatBadgeCount } from '../kit/format/format.ts'
import { paths } from '../paths.ts'
import { useUnreadTotal } from '../sync/session-queries.ts'
import { CountPill } from '../ui/CountPill.tsx'
import { type Destination, destinations, moreDestinations } from './navigation.ts'

type Props = { isRail?: boolean; onChoose?: () => void }

export function MainNavigation({ isRail, onChoose }: Props) {
  const unread = useUnreadTotal()
  const { pathname } = useLocation()
  const toItem = (destination: Destination) => (
    <li key={destination.to}>
      <NavigationLink
        destination={destination}
        isRail={isRail}
        isCurrent={isWithin(pathname, destination.to)}
        unread={destination.to === paths.chats ? unread : 0}
        onChoose={onChoose}
      />
    </li>
  )
  return (
    <nav aria-label="Main">
      <ul className="flex flex-col gap-1">{destinations.map(toItem)}</ul>
      <ul className="mt-3 flex flex-col gap-1 border-t pt-3">{moreDestinations.map(toItem)}</ul>
    </nav>
  )
}

type LinkProps = {
  destination: Destination
  isRail?: boolean
  isCurrent: boolean
  unread: number
  onChoose?: () => void
}

function NavigationLink({
  destination: { to, label, icon: Icon },
  isRail,
  isCurrent,
  unread,
  onChoose,
}: LinkProps) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      title={isRail ? label : undefined}
      onClick={onChoose}
      className={clsx(
        'relative flex h-9 items-center gap-3 rounded-control text-body font-strong touch:h-11',
        isRail ? 'justify-center' : 'px-3',
        isCurrent ? 'bg-selected text-accent-text' : 'text-ink-2 hover:bg-hover',
      )}
    >
      <Icon aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
      <span className={isRail ? 'sr-only' : 'flex-1'}>{label}</span>
      {unread > 0 && (
        <span className={clsx(isRail && 'absolute end-0 -top-1')}>
          <CountPill count={formatBadgeCount(unread)} label="unread" />
        </span>
      )}
    </Link>
  )
}

function isWithin(pathname: string, to: string) {
  if (pathname === paths.projectsAlias) return to === paths.projects
  return pathname === to || pathname.startsWith(`${to}/`)
}
