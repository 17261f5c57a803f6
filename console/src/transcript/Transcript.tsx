import { messageLimits } from '@aichat/contracts/chat/messages'
import type { Session } from '@aichat/contracts/chat/sessions'
import { ArrowDown } from 'lucide-react'
import { memo, useRef } from 'react'
import { useUser } from '../kit/http/auth-storage.ts'
import { visitorName } from '../sessions/format-session.ts'
import { useIsVisitorTyping, useLoadOlder, useReplyDraft } from '../sync/thread-queries.ts'
import { Button } from '../ui/Button.tsx'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { ReplyDraft } from './ReplyDraft.tsx'
import { ScrollAnchor } from './ScrollAnchor.tsx'
import { TranscriptLog } from './TranscriptLog.tsx'
import { TypingDots } from './TypingDots.tsx'
import { useLinkedMessage } from './use-linked-message.ts'
import { useStickToBottom } from './use-stick-to-bottom.ts'
import { type TranscriptSource, useTranscript } from './use-transcript.ts'

type Props = Omit<TranscriptSource, 'sessionId'> & { session: Session }

/** Memoized: the list beside it renders again with every message of any conversation. */
export const Transcript = memo(function Transcript({ session, ...source }: Props) {
  const { sessionId } = session
  const { thread, linkedSeq } = source
  const selfId = useUser()?.id
  const viewport = useRef<HTMLDivElement>(null)
  const isTyping = useIsVisitorTyping(sessionId)
  const replyDraft = useReplyDraft(sessionId)
  const older = useLoadOlder(sessionId)
  const { chunks, keys, isComplete, hasNotesError, reloadNotes } = useTranscript(
    { sessionId, ...source },
    selfId,
  )
  const { unseen, onScroll, scrollToBottom, leaveBottom } = useStickToBottom(
    viewport,
    keys,
    source.pending.at(-1)?.clientId,
    `${isTyping} ${replyDraft?.length}`,
  )
  const visitor = visitorName(session)
  useLinkedMessage({ thread, linkedSeq, older, viewport, leaveBottom })
  return (
    // Contained, so that a new line in the composer does not lay out thousands of messages again.
    <div className="toast-anchor relative min-h-0 flex-1 bg-canvas [contain:strict]">
      <section
        ref={viewport}
        aria-label={`Conversation with ${visitor}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="h-full overflow-y-auto overscroll-contain px-4 py-4 focus-visible:-outline-offset-2 md:px-5"
      >
        {isComplete && thread?.hasOlder && <EarlierButton thread={thread} older={older} />}
        <ScrollAnchor viewport={viewport} keys={keys}>
          <TranscriptLog
            chunks={chunks}
            isLoading={!thread}
            isBusy={!thread || !isComplete || older.isPending}
            visitor={visitor}
            selfId={selfId}
            readPosition={session}
          />
        </ScrollAnchor>
        {hasNotesError && <NotesError onRetry={reloadNotes} />}
        {replyDraft !== null && <ReplyDraft text={replyDraft} />}
        {isTyping && (
          <div className="mt-3 flex flex-col">
            <TypingDots />
          </div>
        )}
      </section>
      {unseen > 0 && <UnseenButton count={unseen} onPress={scrollToBottom} />}
    </div>
  )
})

type EarlierProps = {
  thread: NonNullable<TranscriptSource['thread']>
  older: ReturnType<typeof useLoadOlder>
}

function EarlierButton({ thread, older }: EarlierProps) {
  const before = thread.messages[0]?.seq
  if (before === undefined) return null
  return (
    <>
      <div className="mb-3 flex justify-center print:hidden">
        <Button
          size="compact"
          isBusy={older.isPending}
          onPress={() => older.mutate({ before, limit: messageLimits.pageSize })}
        >
          Earlier messages
        </Button>
      </div>
      <p className="mb-3 hidden text-center text-caption text-muted print:block">
        Earlier messages are not included. To print all, choose Print under More options.
      </p>
    </>
  )
}

function NotesError({ onRetry }: { onRetry: () => void }) {
  return (
    <p className="mt-2 flex items-center justify-center gap-1 text-caption text-warn">
      Failed to load private notes <RetryButton onPress={onRetry} />
    </p>
  )
}

function UnseenButton({ count, onPress }: { count: number; onPress: () => void }) {
  return (
    <div className="absolute inset-x-0 bottom-3 flex justify-center print:hidden">
      <Button size="compact" icon={<ArrowDown aria-hidden size={14} />} onPress={onPress}>
        {count} new
      </Button>
    </div>
  )
}
