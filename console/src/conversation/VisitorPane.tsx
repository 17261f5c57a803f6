import type { Session } from '@aichat/contracts/chat/sessions'
import clsx from 'clsx'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { SessionLabels } from '../labels/SessionLabels.tsx'
import type { Member } from '../notes/mentions.ts'
import { chatsPath } from '../paths.ts'
import { visitorName } from '../sessions/format-session.ts'
import { Fact } from '../ui/Fact.tsx'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { AssigneeSelect } from './AssigneeSelect.tsx'
import { useVisitor } from './queries.ts'
import { SessionNotes } from './SessionNotes.tsx'
import { VisitorAttributes } from './VisitorAttributes.tsx'
import { VisitorFacts } from './VisitorFacts.tsx'
import { VisitorIdentity } from './VisitorIdentity.tsx'

type Props = {
  session: Session
  members: readonly Member[]
  isBeside: boolean
  onNote: () => void
  onClose: () => void
}

/** Beside the conversation on wide screens, otherwise an overlay, which a press beside it or Escape closes. */
export function VisitorPane(props: Props) {
  if (props.isBeside) return <Pane {...props} />
  return <PaneOverlay {...props} />
}

function PaneOverlay(props: Props) {
  const { onClose } = props
  useEffect(() => {
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) =>
      key === 'Escape' && !defaultPrevented && onClose()
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onClose])
  return (
    <>
      <div
        aria-hidden
        className="absolute inset-0 z-20 animate-fade bg-backdrop print:hidden"
        onClick={onClose}
      />
      <Pane {...props} />
    </>
  )
}

function Pane({ session, members, isBeside, onNote, onClose }: Props) {
  const { data, isError, refetch } = useVisitor(session)
  return (
    <aside
      aria-label="Visitor details"
      className={clsx(
        'flex h-full shrink-0 flex-col overflow-y-auto border-s bg-surface print:hidden',
        isBeside ? 'w-75' : 'absolute inset-y-0 end-0 z-30 w-[min(320px,100%)] shadow-dialog',
      )}
    >
      <div className="flex min-h-14 shrink-0 items-center justify-between border-b ps-4 pe-2">
        <h3 className="text-title">Visitor</h3>
        <IconButton label="Close visitor details" onPress={onClose}>
          <X aria-hidden strokeWidth={1.75} />
        </IconButton>
      </div>
      <div className="flex flex-col gap-4 p-4">
        <VisitorIdentity session={session} />
        <dl className="flex flex-col gap-2">
          <Fact name="Assignee">
            <AssigneeSelect session={session} members={members} />
          </Fact>
          <Fact name="Labels">
            <SessionLabels session={session} />
          </Fact>
        </dl>
        <VisitorFacts session={session} visitor={data?.visitor} />
        {isError && <RetryButton onPress={refetch} />}
        <VisitorAttributes attributes={session.visitor.attributes} />
        <SessionNotes sessionId={session.sessionId} onAdd={onNote} />
        {data && <EarlierConversations sessions={data.earlier} />}
      </div>
    </aside>
  )
}

function EarlierConversations({ sessions }: { sessions: readonly Session[] }) {
  return (
    <section>
      <h4 className="mb-1 font-strong text-ink-2">Earlier conversations</h4>
      {sessions.length === 0 && <p className="text-muted">First conversation</p>}
      <ul className="-mx-2">
        {sessions.map((session) => (
          <li key={session.sessionId}>
            <Link
              to={chatsPath(session.sessionId, session.status)}
              className="block rounded-control px-2 py-1.5 hover:bg-hover"
            >
              <span className="flex justify-between gap-2">
                <span className="font-strong capitalize">{session.status}</span>
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
