import type { Session } from '@aichat/contracts/chat/sessions'
import { ChevronLeft, CircleCheck, PanelRight, TriangleAlert } from 'lucide-react'
import type { Member } from '../notes/mentions.ts'
import { isOnline, sessionNumber, visitorInitials, visitorName } from '../sessions/format-session.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { AutoReplySwitch } from './AutoReplySwitch.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import type { SummaryPanelState } from './summary/use-summary-panel.ts'
import { useCloseConversation } from './use-close-conversation.ts'
import { useConversationActions } from './use-conversation-actions.ts'

type Props = {
  session: Session
  members: readonly Member[]
  isPhone: boolean
  onBack: () => void
  isPaneShown: boolean
  onVisitor: () => void
  summary: SummaryPanelState
  onClosed: (session: Session) => void
}

export function ConversationHeader(props: Props) {
  const { session, members, isPhone, isPaneShown, onBack, onVisitor, summary, onClosed } = props
  const close = useCloseConversation(session, onClosed)
  useConversationActions({ session, members, onClose: close })
  const name = visitorName(session)
  // On a phone the conversation is the whole page.
  const Heading = isPhone ? 'h1' : 'h2'
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-2 border-b bg-surface px-2 py-1.5 md:gap-3 md:px-4 print:flex!">
      {isPhone && (
        <IconButton label="Back to conversations" onPress={onBack} className="print:hidden">
          <ChevronLeft aria-hidden strokeWidth={1.75} />
        </IconButton>
      )}
      {/* A narrow conversation has no room for it beside the name. */}
      <span className="@max-[34rem]/conversation:hidden">
        <Avatar
          name={name}
          text={visitorInitials(session)}
          seed={session.sessionId}
          isOnline={isOnline(session)}
        />
      </span>
      <div className="min-w-0 flex-1">
        <Heading className="flex min-w-0 items-center gap-2">
          <span className="truncate font-strong" dir="auto">
            {name}
          </span>
          {/* Gives way to the name. */}
          <span className="min-w-0 shrink-999 truncate text-caption text-muted tabular-nums @max-[30rem]/conversation:hidden">
            {sessionNumber(session)}
          </span>
          {session.needsHuman && (
            <span title="Needs a person" className="shrink-0">
              <Badge tone="warn" icon={<TriangleAlert aria-hidden size={12} />}>
                <span className="@max-[38rem]/conversation:sr-only">Needs a person</span>
              </Badge>
            </span>
          )}
        </Heading>
        <SessionStatusLine session={session} assignee={formatAssignee(session, members)} />
      </div>
      <div className="flex shrink-0 items-center gap-1 print:hidden">
        <AutoReplySwitch session={session} />
        <MoreMenu
          session={session}
          summary={summary}
          onVisitor={isPhone ? onVisitor : null}
          onBack={onBack}
        />
        {!isPhone && (
          <IconButton label="Visitor details" isExpanded={isPaneShown} onPress={onVisitor}>
            <PanelRight aria-hidden strokeWidth={1.75} />
          </IconButton>
        )}
        {session.status === 'active' && (
          <IconButton label="Close conversation" onPress={close}>
            <CircleCheck aria-hidden strokeWidth={1.75} />
          </IconButton>
        )}
      </div>
    </header>
  )
}

function formatAssignee({ assignedAgentId }: Session, members: readonly Member[]): string | null {
  const member = members.find(({ id }) => id === assignedAgentId)
  return member ? `Assigned to ${member.name}` : null
}

function SessionStatusLine({ session, assignee }: { session: Session; assignee: string | null }) {
  const isHere = isOnline(session)
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-caption text-ink-2">
      <span aria-hidden className={`size-2 shrink-0 rounded-pill ${isHere ? 'bg-ok-solid' : 'bg-control'}`} />
      <span className={isHere ? 'text-ok' : undefined}>{isHere ? 'Active' : 'Offline'}</span>
      {session.visitor.email && (
        <span className="truncate @max-[32rem]/conversation:hidden">· {session.visitor.email}</span>
      )}
      <span className="truncate">· {session.projectId.name}</span>
      {assignee && <span className="truncate @max-[32rem]/conversation:hidden">· {assignee}</span>}
    </p>
  )
}
