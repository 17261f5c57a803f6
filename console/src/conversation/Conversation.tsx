import type { Session } from '@aichat/contracts/chat/sessions'
import { useEffect } from 'react'
import { DropHint } from '../composer/DropHint.tsx'
import { useFileDrop } from '../composer/use-file-drop.ts'
import { useUser } from '../kit/http/auth-storage.ts'
import { CommandRejectedError } from '../kit/http/socket.ts'
import type { Member } from '../notes/mentions.ts'
import { markMentionsRead, useNotes } from '../notes/queries.ts'
import { useInboxStore } from '../sync/inbox-store.ts'
import { setOpenSession } from '../sync/open-session.ts'
import { usePendingMessages } from '../sync/send-message.ts'
import { useIsDeletedWithProject, useIsSessionDeleted, useSession } from '../sync/session-queries.ts'
import type { Thread } from '../sync/thread.ts'
import { useThread } from '../sync/thread-queries.ts'
import { useAnnounceViewing } from '../sync/use-viewers.ts'
import { Transcript } from '../transcript/Transcript.tsx'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { ComposerArea } from './ComposerArea.tsx'
import { DeletedNotice, JoinError } from './ConversationError.tsx'
import { ConversationHeader } from './ConversationHeader.tsx'
import { ManualModeHint } from './ManualModeHint.tsx'
import { markAssignmentSeen } from './queries.ts'
import { SummaryPanel } from './summary/SummaryPanel.tsx'
import { useSummaryPanel } from './summary/use-summary-panel.ts'
import { useComposerMode } from './use-composer-mode.ts'
import { useFirstUnread } from './use-first-unread.ts'
import { useVisitorPane } from './use-visitor-pane.ts'
import { Viewers } from './Viewers.tsx'

const VisitorPane = lazyOverlay(() => import('./VisitorPane.tsx').then((file) => file.VisitorPane), 'pane')

type Props = {
  sessionId: string
  /** The `seq` of the message that the URL links to. */
  linkedSeq: number | null
  members: readonly Member[]
  isPhone: boolean
  onBack: () => void
  onClosed: (session: Session) => void
  onNext: () => void
}

/** One conversation. It is mounted again for each, so that its state starts anew. */
export function Conversation(props: Props) {
  const { sessionId, linkedSeq, members, isPhone, onBack, onClosed } = props
  const session = useSession(sessionId)
  const { data: thread, error, refetch, isFetchedAfterMount } = useThread(sessionId)
  const pending = usePendingMessages(sessionId)
  const pane = useVisitorPane()
  const summary = useSummaryPanel(session)
  const composer = useComposerMode(sessionId)
  const drop = useFileDrop(
    sessionId,
    session?.status === 'active',
    composer.mode === 'note' ? noteRefusal : null,
  )
  const firstUnread = useFirstUnread(session, isFetchedAfterMount ? thread : undefined)
  useEffect(() => setOpenSession(sessionId), [sessionId])
  useAnnounceViewing(sessionId)
  useMarkRead(sessionId, session, thread)
  useMarkMentionsRead(sessionId)
  useMarkAssignmentSeen(session)

  if (!session) return <NotLoaded sessionId={sessionId} error={error} onRetry={refetch} onBack={onBack} />
  return (
    <>
      <section
        aria-label="Conversation"
        className="@container/conversation relative flex h-full min-w-0 flex-1 flex-col"
        {...drop.handlers}
      >
        <ConversationHeader
          session={session}
          members={members}
          isPhone={isPhone}
          onBack={onBack}
          isPaneShown={pane.isShown}
          onVisitor={pane.toggle}
          summary={summary}
          onClosed={onClosed}
        />
        <Viewers sessionId={sessionId} />
        {!session.autoReplyEnabled && session.status === 'active' && <ManualModeHint session={session} />}
        {summary.isShown && <SummaryPanel session={session} panel={summary} />}
        <Transcript
          session={session}
          thread={thread}
          pending={pending}
          firstUnread={firstUnread}
          linkedSeq={linkedSeq}
        />
        {error && <JoinError error={error} onRetry={refetch} />}
        <ComposerArea
          session={session}
          members={members}
          composer={composer}
          onNext={props.onNext}
          onClosed={onClosed}
        />
        {drop.isOver && <DropHint />}
      </section>
      {pane.isShown && (
        <VisitorPane
          session={session}
          members={members}
          isBeside={pane.isBeside}
          onNote={() => {
            composer.showNote()
            if (!pane.isBeside) pane.toggle()
          }}
          onClose={pane.toggle}
        />
      )}
    </>
  )
}

type NotLoadedProps = { sessionId: string; error: Error | null; onRetry: () => void; onBack: () => void }

function NotLoaded({ sessionId, error, onRetry, onBack }: NotLoadedProps) {
  const isProjectDeleted = useIsDeletedWithProject(sessionId)
  const isMissing = error instanceof CommandRejectedError && error.code === 'not_found'
  const isDeleted = useIsSessionDeleted(sessionId) || isMissing
  return (
    <section aria-label="Conversation" className="flex h-full flex-1 items-center justify-center gap-1">
      {isDeleted ? (
        <DeletedNotice isProjectDeleted={isProjectDeleted} onBack={onBack} />
      ) : (
        error && <JoinError error={error} onRetry={onRetry} onBack={onBack} />
      )}
    </section>
  )
}

const noteRefusal = "Notes can't have files. Switch to Reply to attach them."

/** Opening the conversation marks it as read, and so does a new message; a colleague's "Mark as unread" stays. */
function useMarkRead(sessionId: string, session: Session | undefined, thread: Thread | undefined) {
  const { markReadWhenVisible } = useInboxStore().readState
  const hasLoaded = thread !== undefined
  const unread = session?.unreadCountAgent ?? 0
  const newestSeq = thread?.messages.findLast(({ from }) => from === 'visitor')?.seq
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the unread count alone must not mark as read
  useEffect(() => {
    if (hasLoaded && unread > 0) markReadWhenVisible(sessionId)
  }, [sessionId, hasLoaded, newestSeq])
}

/** Mentions in the open conversation are marked as read when its notes are loaded. */
function useMarkMentionsRead(sessionId: string) {
  const { data: notes } = useNotes(sessionId)
  const selfId = useUser()?.id
  const mentionCount = notes?.filter(({ mentions }) => mentions.some((id) => id === selfId)).length ?? 0
  useEffect(() => {
    if (mentionCount > 0) void markMentionsRead(sessionId)
  }, [sessionId, mentionCount])
}

/** Opening a conversation that a colleague has assigned to the user removes it from the bell. */
function useMarkAssignmentSeen(session: Session | undefined) {
  const selfId = useUser()?.id
  const isNew = session?.isAssignmentNew === true && session.assignedAgentId === selfId
  const sessionId = session?.sessionId
  useEffect(() => {
    if (isNew && sessionId) void markAssignmentSeen(sessionId)
  }, [isNew, sessionId])
}
