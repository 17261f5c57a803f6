import { type Session, sessionSentences } from '@aichat/contracts/sessions'
import { Trash2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Composer } from '../composer/Composer.tsx'
import { errorMessage } from '../kit/api-error.ts'
import { useUser } from '../kit/auth-storage.ts'
import { usePreference, visitorPane } from '../kit/preferences.ts'
import { CommandRejectedError } from '../kit/socket.ts'
import { extraWideQuery, useMediaQuery } from '../kit/use-media-query.ts'
import type { Member } from '../notes/NoteComposer.tsx'
import { NoteToggle } from '../notes/NoteToggle.tsx'
import { readMentions, useNotes } from '../notes/queries.ts'
import { openSession } from '../sync/open-session.ts'
import { markReadWhenSeen } from '../sync/read-state.ts'
import { usePending } from '../sync/send-message.ts'
import { useIsGone, useSession, useSetStatus, useThread } from '../sync/session-queries.ts'
import { firstUnreadSeq, type Thread } from '../sync/thread.ts'
import { Transcript } from '../transcript/Transcript.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { RetryButton } from '../ui/RetryButton.tsx'
import { ConversationHeader } from './ConversationHeader.tsx'
import { ManualModeHint } from './ManualModeHint.tsx'
import { closeConversation } from './session-actions.ts'
import { Viewers } from './Viewers.tsx'

const NoteComposer = lazy(() =>
  import('../notes/NoteComposer.tsx').then((file) => ({ default: file.NoteComposer })),
)
const VisitorPane = lazy(() => import('./VisitorPane.tsx').then((file) => ({ default: file.VisitorPane })))

type Props = {
  sessionId: string
  linkedSeq: number | null
  members: readonly Member[]
  isPhone: boolean
  onBack: () => void
  onClosed: (session: Session) => void
  onNext: () => void
}

/** One conversation, mounted anew for each. */
export function Conversation({ sessionId, linkedSeq, members, isPhone, onBack, onClosed, onNext }: Props) {
  const session = useSession(sessionId)
  const isGone = useIsGone(sessionId)
  const { data: thread, error, refetch, isFetchedAfterMount } = useThread(sessionId)
  const pending = usePending(sessionId)
  const setStatus = useSetStatus(sessionId)
  const [isNoting, setNoting] = useState(false)
  const pane = useVisitorPane()
  const firstUnread = useFirstUnread(session, isFetchedAfterMount ? thread : undefined)
  const hasLoaded = thread !== undefined
  const unread = session?.unreadCountAgent ?? 0
  const newest = thread?.messages.findLast(({ from }) => from === 'visitor')?.seq

  useMentionsRead(sessionId)
  useEffect(() => openSession(sessionId), [sessionId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening it reads it, and so does a message that comes, but not a colleague's mark
  useEffect(() => {
    if (hasLoaded && unread > 0) markReadWhenSeen(sessionId)
  }, [sessionId, hasLoaded, newest])

  if (!session) {
    return (
      <section aria-label="Conversation" className="flex h-full flex-1 items-center justify-center gap-1">
        {isGone ? (
          <Gone onBack={onBack} />
        ) : (
          error && <JoinProblem error={error} onRetry={refetch} onBack={onBack} />
        )}
      </section>
    )
  }
  return (
    <>
      <section aria-label="Conversation" className="flex h-full min-w-0 flex-1 flex-col">
        <ConversationHeader
          session={session}
          members={members}
          isPhone={isPhone}
          onBack={onBack}
          onVisitor={pane.toggle}
          onCloseConversation={async () => (await closeConversation(session)) && onClosed(session)}
        />
        <Viewers sessionId={sessionId} />
        {!session.autoReplyEnabled && session.status === 'active' && <ManualModeHint isPhone={isPhone} />}
        <Transcript
          session={session}
          thread={thread}
          pending={pending}
          firstUnread={firstUnread}
          linkedSeq={linkedSeq}
        />
        {error && <JoinProblem error={error} onRetry={refetch} />}
        {isNoting ? (
          <Suspense>
            <NoteComposer sessionId={sessionId} members={members} onDone={() => setNoting(false)} />
          </Suspense>
        ) : session.status === 'active' ? (
          <Composer session={session} onNote={() => setNoting(true)} onNext={onNext} />
        ) : (
          <Ended
            status={session.status}
            error={setStatus.error}
            onNote={() => setNoting(true)}
            onReopen={() => setStatus.mutate('active')}
          />
        )}
      </section>
      {pane.isShown && (
        <Suspense>
          <VisitorPane session={session} isBeside={pane.isBeside} onClose={pane.toggle} />
        </Suspense>
      )}
    </>
  )
}

/** Beside the conversation it stays for the next one too; over it, it is looked at once. */
function useVisitorPane() {
  const isBeside = useMediaQuery(extraWideQuery)
  const kept = usePreference(visitorPane) === 'open'
  const [isOver, setOver] = useState(false)
  return {
    isBeside,
    isShown: isBeside ? kept : isOver,
    toggle() {
      if (isBeside) visitorPane.set(kept ? 'closed' : 'open')
      setOver(isBeside ? !kept : !isOver)
    },
  }
}

/** Where what nobody had read began when the conversation was opened: there it stays, although it is read now. */
function useFirstUnread(session: Session | undefined, fresh: Thread | undefined): number | null {
  const [unread, setUnread] = useState<number | null>(null)
  const [seq, setSeq] = useState<number | null>(null)
  const [isFound, setFound] = useState(false)
  if (unread === null && session) setUnread(session.unreadCountAgent)
  if (unread !== null && fresh && !isFound) {
    setFound(true)
    setSeq(firstUnreadSeq(fresh, unread))
  }
  return seq
}

/** Notes that call this person have been read once they stand before them. */
function useMentionsRead(sessionId: string) {
  const { data: notes } = useNotes(sessionId)
  const selfId = useUser()?.id
  const calls = notes?.filter(({ mentions }) => mentions.some((id) => id === selfId)).length ?? 0
  useEffect(() => {
    if (calls > 0) readMentions(sessionId)
  }, [sessionId, calls])
}

function Gone({ onBack }: { onBack: () => void }) {
  return (
    <EmptyState
      icon={Trash2}
      title="This conversation was deleted"
      action={<Button onPress={onBack}>All conversations</Button>}
    />
  )
}

type JoinProblemProps = { error: Error; onRetry: () => void; onBack?: () => void }

function JoinProblem({ error, onRetry, onBack }: JoinProblemProps) {
  const message =
    error instanceof CommandRejectedError ? error.message : errorMessage(error, sessionSentences.joinFailed)
  return (
    <div
      role="alert"
      className="flex shrink-0 items-center gap-2 border-t bg-warn-soft px-4 py-1 text-small text-warn"
    >
      {message}
      <RetryButton onPress={onRetry} />
      {onBack && (
        <Button size="compact" variant="ghost" onPress={onBack}>
          All conversations
        </Button>
      )}
    </div>
  )
}

type EndedProps = {
  status: 'closed' | 'archived'
  error: Error | null
  onNote: () => void
  onReopen: () => void
}

function Ended({ status, error, onNote, onReopen }: EndedProps) {
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-end gap-3 border-t bg-surface px-4 py-3">
      <p className="me-auto text-body text-ink-2">
        {status === 'closed' ? sessionSentences.closed : 'This conversation is archived'}
        {error && (
          <span role="alert" className="block text-small text-bad">
            {errorMessage(error, 'It could not be opened again')}
          </span>
        )}
      </p>
      <NoteToggle isOn={false} onToggle={onNote} />
      <Button onPress={onReopen}>Reopen</Button>
    </div>
  )
}
