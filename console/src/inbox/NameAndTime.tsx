import type { Session } from '@aichat/contracts/sessions'
import clsx from 'clsx'
import { visitorName } from '../sync/visitor.ts'
import { RelativeTime } from '../ui/RelativeTime.tsx'

/** The first line of a row: the visitor's name and the time of the last message. */
export function NameAndTime({ session, isUnread }: { session: Session; isUnread: boolean }) {
  const { lastMessageAt } = session
  return (
    <span className="flex items-baseline justify-between gap-2">
      <span dir="auto" className={clsx('truncate text-body', isUnread ? 'font-semibold' : 'font-medium')}>
        {visitorName(session)}
      </span>
      <RelativeTime time={lastMessageAt} className="shrink-0 text-caption text-muted tabular-nums" />
    </span>
  )
}
