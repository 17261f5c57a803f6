import type { Session, VisitorDetails } from '@aichat/contracts/sessions'
import clsx from 'clsx'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '../kit/format.ts'
import { LabelPicker } from '../labels/LabelPicker.tsx'
import { chatsPath } from '../paths.ts'
import { visitorName } from '../sync/visitor.ts'
import { Badge } from '../ui/Badge.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { RetryButton } from '../ui/RetryButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useVisitor } from './queries.ts'

const identities = {
  verified: { tone: 'ok', label: 'Verified' },
  claimed: { tone: 'warn', label: 'Not verified' },
  unknown: { tone: 'neutral', label: 'Unknown' },
} as const

type Props = { session: Session; isBeside: boolean; onClose: () => void }

/** Beside the conversation on wide screens, otherwise an overlay. */
export function VisitorPane({ session, isBeside, onClose }: Props) {
  const { data, isError, refetch } = useVisitor(session.sessionId)
  return (
    <aside
      aria-label="Visitor details"
      className={clsx(
        'flex h-full shrink-0 flex-col overflow-y-auto border-s bg-surface',
        isBeside ? 'w-75' : 'absolute inset-y-0 end-0 z-30 w-[min(320px,100%)] shadow-dialog',
      )}
    >
      <div className="flex min-h-14 items-center justify-between border-b ps-4 pe-2">
        <h3 className="text-title-s font-semibold">Visitor</h3>
        <IconButton label="Close visitor details" onPress={onClose}>
          <X aria-hidden strokeWidth={1.75} />
        </IconButton>
      </div>
      <div className="flex flex-col gap-5 p-4">
        {isError && <RetryButton onPress={refetch} />}
        {!data && !isError && <Skeleton className="h-40 w-full" />}
        {data && <Facts visitor={data.visitor} />}
        <section>
          <h4 className="mb-2 text-small font-medium text-ink-2">Labels</h4>
          <LabelPicker session={session} />
        </section>
        {data && <EarlierConversations sessions={data.earlier} />}
      </div>
    </aside>
  )
}

function Facts({ visitor }: { visitor: VisitorDetails }) {
  const identity = identities[visitor.identity]
  return (
    <dl className="flex flex-col gap-3 text-body">
      <Fact name="Name">{visitor.name}</Fact>
      <Fact name="Email">{visitor.email}</Fact>
      <Fact name="Phone">{visitor.phone}</Fact>
      <Fact name="Identity">
        <Badge tone={identity.tone}>{identity.label}</Badge>
      </Fact>
      <Fact name="Page">
        {visitor.pageUrl && <ExternalLink href={visitor.pageUrl}>{visitor.pageUrl}</ExternalLink>}
      </Fact>
      <Fact name="Referrer">
        {visitor.referrer && <ExternalLink href={visitor.referrer}>{visitor.referrer}</ExternalLink>}
      </Fact>
      <Fact name="Device">{visitor.device}</Fact>
      <Fact name="Language">{visitor.locale}</Fact>
      <Fact name="First seen">{formatDateTime(visitor.firstSeenAt)}</Fact>
      <Fact name="Last seen">{formatDateTime(visitor.lastSeenAt)}</Fact>
    </dl>
  )
}

/** Nothing without a value. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="min-w-0">
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function EarlierConversations({ sessions }: { sessions: readonly Session[] }) {
  return (
    <section>
      <h4 className="mb-1 text-small font-medium text-ink-2">Earlier conversations</h4>
      {sessions.length === 0 && <p className="text-small text-muted">First conversation</p>}
      <ul className="-mx-2">
        {sessions.map((session) => (
          <li key={session.sessionId}>
            <Link
              to={chatsPath(session.sessionId, session.status)}
              className="block rounded-control px-2 py-1.5 hover:bg-hover"
            >
              <span className="flex justify-between gap-2 text-small">
                <span className="font-medium capitalize">{session.status}</span>
                <RelativeTime time={session.lastMessageAt} className="text-caption text-muted" />
              </span>
              <span dir="auto" className="block truncate text-caption text-ink-2">
                {session.lastMessage ?? visitorName(session)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
