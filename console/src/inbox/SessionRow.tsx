import type { Label } from '@aichat/contracts/chat/labels'
import type { Session } from '@aichat/contracts/chat/sessions'
import clsx from 'clsx'
import { TriangleAlert, UserRound } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { useDraftText } from '../drafts/draft-text.ts'
import { formatBadgeCount } from '../kit/format/format.ts'
import { isOnline, visitorInitials, visitorName } from '../sessions/format-session.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { CountPill } from '../ui/CountPill.tsx'
import { Highlight, startNearTerm } from '../ui/Highlight.tsx'
import { getSearchPreview } from './get-preview.ts'
import { NameAndTime } from './NameAndTime.tsx'

const maxLabels = 2

type Props = {
  session: Session
  labels: ReadonlyMap<string, Label>
  /** The name of the assigned agent, or "You". */
  assignee: string | undefined
  isProjectShown: boolean
  isStatusShown: boolean
  search: string
  to: string
  isOpen: boolean
}

export const SessionRow = memo(function SessionRow(props: Props) {
  const { session, labels, search, to, isOpen } = props
  const draft = useDraftText(session.sessionId)[0]
  const isUnread = session.unreadCountAgent > 0
  return (
    <Link
      to={to}
      aria-current={isOpen ? 'true' : undefined}
      className={clsx(
        'flex min-h-19 items-center gap-3 border-b border-s-3 ps-3 pe-4 dense:min-h-15 focus-visible:-outline-offset-2',
        isOpen ? 'border-s-focus bg-selected' : 'border-s-transparent hover:bg-hover',
      )}
    >
      <Avatar
        name={visitorName(session)}
        text={visitorInitials(session)}
        seed={session.sessionId}
        isOnline={isOnline(session)}
      />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 py-1 dense:gap-0 dense:py-0">
        <NameAndTime session={session} isUnread={isUnread} search={search} />
        <Origin {...props} />
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
            {draft && !isOpen ? (
              `Draft: ${draft}`
            ) : (
              <Highlight text={startNearTerm(getSearchPreview(session, search), search)} term={search} />
            )}
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

/** The second line: the mark, status, project, email and assignee. It has its height also without any of them. */
function Origin({ session, assignee, isProjectShown, isStatusShown, search }: Props) {
  return (
    <span className="flex min-h-4.5 min-w-0 items-center gap-1.5 text-caption text-ink-2">
      {session.needsHuman && (
        <span className="inline-flex shrink-0 items-center gap-1 rounded-badge bg-warn-soft px-1 font-medium text-warn">
          <TriangleAlert aria-hidden size={11} />
          Needs a person
        </span>
      )}
      {isStatusShown && session.status !== 'active' && (
        <span className="shrink-0 rounded-badge bg-sunken px-1 capitalize">{session.status}</span>
      )}
      {isProjectShown && (
        <span className="max-w-28 min-w-8 truncate rounded-badge border border-line bg-surface px-1">
          {session.projectId.name}
        </span>
      )}
      {session.visitor.email && (
        <span className="min-w-0 flex-1 truncate">
          <Highlight text={session.visitor.email} term={search} />
        </span>
      )}
      {assignee && (
        <span
          title={`Assigned to ${assignee}`}
          className="ms-auto inline-flex shrink-0 items-center gap-0.5 text-muted"
        >
          <UserRound aria-hidden size={11} className="shrink-0" />
          <span className="sr-only">Assigned to </span>
          <span className="max-w-18 truncate">{assignee}</span>
        </span>
      )}
    </span>
  )
}

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
