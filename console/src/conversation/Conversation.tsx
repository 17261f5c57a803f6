import type { Session } from '@aichat/contracts/chat/sessions'
import { useEffect, useState } from 'react'
import { Composer } from '../composer/Composer.tsx'
import { DropHint } from '../composer/DropHint.tsx'
import { useFileDrop } from '../composer/use-file-drop.ts'
import { useNoteDraft } from '../drafts/draft-text.ts'
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
import { lazyOverlay, lazyPart } from '../ui/feedback/lazy-part.tsx'
import { ClosedNotice } from './ClosedNotice.tsx'
import { DeletedNotice, JoinError } from './ConversationError.tsx'
import { ConversationHeader } from './ConversationHeader.tsx'
import { ManualModeHint } from './ManualModeHint.tsx'
import { markAssignmentSeen, useSetStatus } from './queries.ts'
import { useFirstUnread } from './use-first-unread.ts'
import { useVisitorPane } from './use-visitor-pane.ts'
import { Viewers } from './Viewers.tsx'

const NoteComposer = lazyPart(() => import('../notes/NoteComposer.tsx').then((file) => file.NoteComposer))
const VisitorPane = lazyOverlay(() => import('./VisitorPane.tsx').then((file) => file.VisitorPane))

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
  const note = useNoteState(sessionId)
  const drop = useFileDrop(
    sessionId,
    session?.status === 'active',
    note.state === 'closed' ? null : noteRefusal,
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
          onClosed={onClosed}
        />
        <Viewers sessionId={sessionId} />
        {!session.autoReplyEnabled && session.status === 'active' && <ManualModeHint session={session} />}
        <Transcript
          session={session}
          thread={thread}
          pending={pending}
          firstUnread={firstUnread}
          linkedSeq={linkedSeq}
        />
        {error && <JoinError error={error} onRetry={refetch} />}
        <Footer session={session} members={members} note={note} onNext={props.onNext} />
        {drop.isOver && <DropHint />}
      </section>
      {pane.isShown && (
        <VisitorPane
          session={session}
          members={members}
          isBeside={pane.isBeside}
          onNote={() => {
            note.open()
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

const noteRefusal = "Notes can't have files. Close the note to attach them to a reply."

type NoteState = ReturnType<typeof useNoteState>

/** An unfinished note is shown again. */
function useNoteState(sessionId: string) {
  const isUnfinished = useNoteDraft(sessionId)[0] !== ''
  const [state, setState] = useState<'closed' | 'opened' | 'restored'>(isUnfinished ? 'restored' : 'closed')
  return { state, open: () => setState('opened'), close: () => setState('closed') }
}

type FooterProps = { session: Session; members: readonly Member[]; note: NoteState; onNext: () => void }

/** Below the transcript: the composer with a notice if the conversation is closed, or the note composer. */
function Footer({ session, members, note, onNext }: FooterProps) {
  const { sessionId, status } = session
  const setStatus = useSetStatus(sessionId)
  if (note.state !== 'closed') {
    return (
      <NoteComposer
        sessionId={sessionId}
        members={members}
        isAutoFocused={note.state === 'opened'}
        onDone={note.close}
      />
    )
  }
  return (
    <>
      {status !== 'active' && (
        <ClosedNotice
          status={status}
          error={setStatus.error}
          onNote={note.open}
          onReopen={() => setStatus.mutate('active')}
        />
      )}
      <Composer session={session} onNote={note.open} onNext={onNext} />
    </>
  )
}

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
