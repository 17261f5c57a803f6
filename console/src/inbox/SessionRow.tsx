import type { Label } from '@aichat/contracts/labels'
import type { Session } from '@aichat/contracts/sessions'
import clsx from 'clsx'
import { TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { useDraftText } from '../drafts/draft-text.ts'
import { formatBadgeCount } from '../kit/format.ts'
import { isOnline, visitorName } from '../sync/visitor.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { CountPill } from '../ui/CountPill.tsx'
import { getPreview } from './get-preview.ts'
import { NameAndTime } from './NameAndTime.tsx'

const maxLabels = 2

type Props = { session: Session; labels: ReadonlyMap<string, Label>; to: string; isOpen: boolean }

export const SessionRow = memo(function SessionRow({ session, labels, to, isOpen }: Props) {
  const draft = useDraftText(session.sessionId)[0]
  const isUnread = session.unreadCountAgent > 0
  return (
    <Link
      to={to}
      aria-current={isOpen ? 'true' : undefined}
      className={clsx(
        'flex gap-3 border-b border-s-3 py-3 ps-3 pe-4 dense:py-1 focus-visible:-outline-offset-2',
        isOpen ? 'border-s-focus bg-selected' : 'border-s-transparent hover:bg-hover',
      )}
    >
      <Avatar name={visitorName(session)} seed={session.sessionId} isOnline={isOnline(session)} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <NameAndTime session={session} isUnread={isUnread} />
        <span className="flex min-w-0 items-center gap-2 text-caption text-ink-2">
          <span className="max-w-32 shrink-0 truncate rounded-badge border border-line bg-surface px-1">
            {session.projectId.name}
          </span>
          {session.visitor.email && <span className="truncate">{session.visitor.email}</span>}
          {session.needsHuman && (
            <span className="ms-auto inline-flex shrink-0 items-center gap-1 font-medium text-warn">
              <TriangleAlert aria-hidden size={12} />
              Needs a person
            </span>
          )}
        </span>
        <span className="flex min-w-0 items-center gap-2">
          {session.labelIds.length > 0 && <LabelBadges session={session} labels={labels} />}
          <span
            dir="auto"
            data-preview
            className={clsx(
              'min-w-0 flex-1 truncate text-small',
              isUnread ? 'font-semibold text-ink' : draft && !isOpen ? 'text-warn italic' : 'text-ink-2',
            )}
          >
            {draft && !isOpen ? `Draft: ${draft}` : getPreview(session)}
          </span>
          {isUnread && (
            <span data-unread>
              <CountPill count={formatBadgeCount(session.unreadCountAgent)} label="unread" />
            </span>
          )}
        </span>
      </span>
    </Link>
  )
})

function LabelBadges({ session, labels }: Pick<Props, 'session' | 'labels'>) {
  const sessionLabels = session.labelIds.flatMap((id) => labels.get(id) ?? [])
  return (
    <span className="flex max-w-[45%] min-w-0 shrink-0 items-center gap-1">
      {sessionLabels.slice(0, maxLabels).map(({ id, name, tone }) => (
        <Badge key={id} tone={tone}>
          <span className="max-w-20 truncate">{name}</span>
        </Badge>
      ))}
      {sessionLabels.length > maxLabels && (
        <span className="text-caption text-muted">+{sessionLabels.length - maxLabels}</span>
      )}
    </span>
  )
}
