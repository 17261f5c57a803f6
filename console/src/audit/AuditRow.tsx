import type { AuditEvent } from '@aichat/contracts/company/audit'
import { Avatar } from '../ui/Avatar.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { describeAction, toWords } from './describe-action.ts'

export function AuditRow({ event }: { event: AuditEvent }) {
  const who = event.user?.name ?? 'Unknown user'
  return (
    <li className="flex items-center gap-3 px-4 py-3 md:px-5 dense:py-1.5">
      <Avatar name={who} seed={event.user?.id ?? event.id} size="small" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span className="font-strong">{who}</span> {describeAction(event)}
        </p>
        {event.subject?.changes?.map(({ field, from, to }) => (
          <p key={field} className="line-clamp-2 text-ink-2 wrap-anywhere">
            {toWords(field)}: {from || '–'} → {to || '–'}
          </p>
        ))}
        <p className="text-caption text-muted">from {event.address}</p>
      </div>
      <RelativeTime time={event.at} className="shrink-0 text-ink-2 tabular-nums" />
    </li>
  )
}
