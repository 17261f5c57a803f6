import { type Session, sessionSentences } from '@aichat/contracts/sessions'
import { useEffect, useState } from 'react'
import { sentenceOf } from '../kit/failure.ts'
import { AskRefused } from '../kit/socket.ts'
import { Button } from '../ui/Button.tsx'
import { RetryButton } from '../ui/RetryButton.tsx'
import { Composer } from './Composer.tsx'
import { ConversationHeader } from './ConversationHeader.tsx'
import { ManualModeHint } from './ManualModeHint.tsx'
import { markReadWhenSeen, openSession } from './open-session.ts'
import { visitorName } from './person.ts'
import { useSession, useSetStatus, useThread } from './queries.ts'
import { usePending } from './sending.ts'
import { Transcript } from './Transcript.tsx'

type Props = { sessionId: string; isPhone: boolean; onBack: () => void; onClosed: (session: Session) => void }

/** One conversation, mounted anew for each. */
export function Conversation({ sessionId, isPhone, onBack, onClosed }: Props) {
  const session = useSession(sessionId)
  const { data: thread, error, refetch } = useThread(sessionId)
  const pending = usePending(sessionId)
  const setStatus = useSetStatus(sessionId)
  const [unreadAtOpening] = useState(() => session?.unreadCountAgent)
  const hasLoaded = thread !== undefined
  const unread = session?.unreadCountAgent ?? unreadAtOpening ?? 0

  useEffect(() => openSession(sessionId), [sessionId])
  useEffect(() => {
    if (hasLoaded && unread > 0) markReadWhenSeen(sessionId)
  }, [sessionId, hasLoaded, unread])

  if (!session) {
    return (
      <section aria-label="Conversation" className="flex h-full flex-1 items-center justify-center gap-1">
        {error && <JoinProblem error={error} onRetry={refetch} onBack={onBack} />}
      </section>
    )
  }
  return (
    <section aria-label="Conversation" className="flex h-full min-w-0 flex-1 flex-col">
      <ConversationHeader
        session={session}
        isPhone={isPhone}
        onBack={onBack}
        onCloseConversation={() => setStatus.mutate('closed', { onSuccess: () => onClosed(session) })}
      />
      {!session.autoReplyEnabled && session.status === 'active' && <ManualModeHint isPhone={isPhone} />}
      <Transcript session={session} thread={thread} pending={pending} />
      {error && <JoinProblem error={error} onRetry={refetch} />}
      {session.status === 'active' ? (
        <Composer sessionId={sessionId} visitor={visitorName(session)} />
      ) : (
        <Ended status={session.status} onReopen={() => setStatus.mutate('active')} />
      )}
    </section>
  )
}

type JoinProblemProps = { error: Error; onRetry: () => void; onBack?: () => void }

function JoinProblem({ error, onRetry, onBack }: JoinProblemProps) {
  const message = error instanceof AskRefused ? error.message : sentenceOf(error, sessionSentences.joinFailed)
  return (
    <div
      role="alert"
      className="flex shrink-0 items-center gap-2 border-t bg-warn-soft px-4 py-1 text-small text-warn"
    >
      {message}
      <RetryButton onPress={onRetry} />
      {onBack && (
        <Button size="compact" look="ghost" onPress={onBack}>
          All conversations
        </Button>
      )}
    </div>
  )
}

function Ended({ status, onReopen }: { status: 'closed' | 'archived'; onReopen: () => void }) {
  return (
    <div className="flex shrink-0 items-center justify-between gap-3 border-t bg-surface px-4 py-3">
      <p className="text-body text-ink-2">
        {status === 'closed' ? sessionSentences.closed : 'This conversation is archived'}
      </p>
      <Button onPress={onReopen}>Reopen</Button>
    </div>
  )
}
