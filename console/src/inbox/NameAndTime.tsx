import type { Session } from '@aichat/contracts/chat/sessions'
import clsx from 'clsx'
import { isNamed, sessionNumber, visitorName } from '../sessions/format-session.ts'
import { Highlight } from '../ui/Highlight.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'

type Props = { session: Session; isBold: boolean; search?: string }

/** The first line of a row: the visitor's name, for a guest with number, the email address and the time of the last message. */
export function NameAndTime({ session, isBold, search = '' }: Props) {
  // A search for a number finds named visitors too.
  const number = isNamed(session) && !/^#?\d+$/.test(search) ? '' : sessionNumber(session)
  const about = [number, session.visitor.email].filter(Boolean).join(' · ')
  return (
    <span className="flex items-baseline justify-between gap-2">
      <span className="flex min-w-0 items-baseline gap-1.5">
        <span
          dir="auto"
          className={clsx(
            'text-body',
            isNamed(session) ? 'max-w-3/4 shrink-0 truncate' : 'shrink-0',
            isBold && 'font-strong',
          )}
        >
          <Highlight text={visitorName(session)} term={search} />
        </span>
        {about && (
          <span title={about} className="min-w-0 truncate text-caption text-muted tabular-nums">
            <Highlight text={about} term={search} />
          </span>
        )}
      </span>
      <RelativeTime time={session.lastMessageAt} className="shrink-0 text-caption text-muted tabular-nums" />
    </span>
  )
}
