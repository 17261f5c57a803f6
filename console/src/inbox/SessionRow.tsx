import type { Label } from '@aichat/contracts/chat/labels'
import type { Session } from '@aichat/contracts/chat/sessions'
import clsx from 'clsx'
import { Clock, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { useDraftText } from '../drafts/draft-text.ts'
import { formatBadgeCount } from '../kit/format/format.ts'
import type { Member } from '../notes/mentions.ts'
import { isOnline, visitorInitials, visitorName } from '../sessions/format-session.ts'
import { isWaitingForTeam } from '../sync/session-list.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { toneClasses } from '../ui/Badge.tsx'
import { CountPill } from '../ui/CountPill.tsx'
import { Highlight, startNearTerm } from '../ui/Highlight.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { getSearchPreview } from './get-preview.ts'
import { NameAndTime } from './NameAndTime.tsx'

const maxLabels = 2

type Props = {
  session: Session
  labels: ReadonlyMap<string, Label>
  assignee: Member | undefined
  isProjectShown: boolean
  isStatusShown: boolean
  search: string
  to: string
  isOpen: boolean
}

export const SessionRow = memo(function SessionRow(props: Props) {
  const { session, to, isOpen } = props
  return (
    <Link
      to={to}
      aria-current={isOpen ? 'true' : undefined}
      className={clsx(
        // The height of three lines, so that no row moves when another one gets or loses its third.
        'flex min-h-18.5 items-center gap-3 border-b border-s-3 ps-3 pe-4 py-1.5 dense:min-h-16.5 dense:py-0.5 focus-visible:-outline-offset-2',
        isOpen ? 'border-s-focus bg-selected' : 'border-s-transparent hover:bg-hover',
      )}
    >
      <Avatar
        name={visitorName(session)}
        text={visitorInitials(session)}
        seed={session.sessionId}
        size="medium"
        isOnline={isOnline(session)}
      />
      <span className="flex min-w-0 flex-1 flex-col">
        <NameAndTime session={session} isBold={isUnanswered(session)} search={props.search} />
        <LastMessage {...props} />
        <Facts {...props} />
      </span>
    </Link>
  )
})

/** Unread, and not answered by the AI: this is what stands out in the list. */
function isUnanswered({ unreadCountAgent, lastMessageIsAi, needsHuman }: Session): boolean {
  return unreadCountAgent > 0 && (needsHuman || !lastMessageIsAi)
}

function LastMessage({ session, search, isOpen }: Props) {
  const draft = useDraftText(session.sessionId)[0]
  const isBold = isUnanswered(session)
  const isDraft = draft !== '' && !isOpen
  return (
    <span className="flex min-h-5 min-w-0 items-center gap-2">
      <span
        dir="auto"
        data-preview
        className={clsx(
          'min-w-0 flex-1 truncate',
          isBold ? 'font-strong text-ink' : isDraft ? 'text-warn italic' : 'text-ink-2',
        )}
      >
        {isDraft ? (
          `Draft: ${draft}`
        ) : (
          <Highlight text={startNearTerm(getSearchPreview(session, search), search)} term={search} />
        )}
      </span>
      {session.unreadCountAgent > 0 && (
        <span data-unread>
          <CountPill
            count={formatBadgeCount(session.unreadCountAgent)}
            label="unread"
            tone={isBold ? 'accent' : 'neutral'}
          />
        </span>
      )}
    </span>
  )
}

/** The third line, of a conversation that has something to show in it. */
function Facts({ session, labels, assignee, isProjectShown, isStatusShown }: Props) {
  const sessionLabels = session.labelIds.flatMap((id) => labels.get(id) ?? [])
  const isWaiting = isWaitingForTeam(session)
  const status = isStatusShown && session.status !== 'active' ? session.status : null
  if (!isWaiting && !status && !isProjectShown && sessionLabels.length === 0 && !assignee) return null
  return (
    <span className="flex h-5 min-w-0 items-center gap-1.5 overflow-hidden text-caption text-ink-2">
      {isWaiting && <Waiting session={session} />}
      {status && <span className="shrink-0 rounded-badge bg-sunken px-1 capitalize">{status}</span>}
      {isProjectShown && (
        <span
          title={session.projectId.name}
          className="max-w-28 min-w-12 truncate rounded-badge border border-line bg-surface px-1"
        >
          {session.projectId.name}
        </span>
      )}
      {sessionLabels.length > 0 && (
        <LabelBadges labels={sessionLabels} maxCount={isWaiting && isProjectShown ? 1 : maxLabels} />
      )}
      {assignee && (
        <span title={`Assigned to ${assignee.name}`} className="ms-auto inline-flex shrink-0">
          <Avatar name={assignee.name} seed={assignee.id} size="tiny" />
          <span className="sr-only">Assigned to {assignee.name}</span>
        </span>
      )}
    </span>
  )
}

function Waiting({ session: { needsHuman, waitingSince } }: Pick<Props, 'session'>) {
  const time = waitingSince && (
    <>
      {' · '}
      <RelativeTime time={waitingSince} className="tabular-nums" />
    </>
  )
  if (!needsHuman) {
    return (
      <span className="inline-flex shrink-0 items-center gap-1">
        <Clock aria-hidden size={11} />
        <span>Waiting{time}</span>
      </span>
    )
  }
  return (
    <span className="inline-flex shrink-0 items-center gap-1 rounded-badge bg-warn-soft px-1 font-strong text-warn">
      <TriangleAlert aria-hidden size={11} />
      <span>Needs a person{time}</span>
    </span>
  )
}

function LabelBadges({ labels, maxCount }: { labels: readonly Label[]; maxCount: number }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      {labels.slice(0, maxCount).map(({ id, name, tone }) => (
        <span
          key={id}
          title={name}
          className={clsx('max-w-24 min-w-0 truncate rounded-badge px-1 font-strong', toneClasses[tone])}
        >
          {name}
        </span>
      ))}
      {labels.length > maxCount && (
        <span className="text-caption text-muted">+{labels.length - maxCount}</span>
      )}
    </span>
  )
}
