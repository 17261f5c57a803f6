import { messageLimits } from '@aichat/contracts/messages'
import type { Session } from '@aichat/contracts/sessions'
import clsx from 'clsx'
import { ArrowDown } from 'lucide-react'
import { memo, type RefObject, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useUser } from '../kit/auth-storage.ts'
import { useNotes } from '../notes/queries.ts'
import { useLoadOlder } from '../sync/session-queries.ts'
import { entriesOf, type Pending, type Thread } from '../sync/thread.ts'
import { useWriting } from '../sync/use-reply-draft.ts'
import { useTyping } from '../sync/use-typing.ts'
import { visitorName } from '../sync/visitor.ts'
import { Button } from '../ui/Button.tsx'
import { RetryButton } from '../ui/RetryButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { BubbleGroup } from './BubbleGroup.tsx'
import { type Block, blocksOf, partsOf } from './message-groups.ts'
import { NoteBubble } from './NoteBubble.tsx'
import { Writing } from './ReplyDraft.tsx'
import { SystemLine } from './SystemLine.tsx'
import { TypingDots } from './TypingDots.tsx'
import { useFollow } from './use-scroll-anchor.ts'

type Props = {
  session: Session
  thread: Thread | undefined
  pending: readonly Pending[]
  firstUnread: number | null
  /** The message that the address leads to. */
  linkedSeq: number | null
}

/**
 * So many parts at the end are always laid out; the browser skips the others while they are out of sight. Not block by
 * block: it looks at each that it may skip in every frame.
 */
const alwaysDrawn = 2

/** More than are seen at once: these are drawn first, and what is above them once they are on the screen. */
const drawnFirst = 30

/** Not drawn anew with the list, which changes with every message of anybody. */
export const Transcript = memo(function Transcript(props: Props) {
  const { session, thread, pending, firstUnread, linkedSeq } = props
  const viewport = useRef<HTMLDivElement>(null)
  const isTyping = useTyping(session.sessionId)
  const writing = useWriting(session.sessionId)
  const older = useLoadOlder(session.sessionId)
  const { data: notes, isError: areNotesMissing, refetch: loadNotes } = useNotes(session.sessionId)
  const isWhole = useDeferredValue(thread !== undefined, false) || linkedSeq !== null
  const entries = useMemo(() => {
    const all = thread ? entriesOf(thread, pending, notes) : []
    return isWhole ? all : all.slice(-drawnFirst)
  }, [thread, pending, notes, isWhole])
  const selfId = useUser()?.id
  const parts = useMemo(
    () => partsOf(blocksOf(entries, selfId, { firstUnread })),
    [entries, selfId, firstUnread],
  )
  const keys = useMemo(() => entries.map((entry) => entry.key), [entries])
  const { unseen, onScroll, toBottom, leaveBottom } = useFollow(
    viewport,
    keys,
    `${isTyping} ${writing.length}`,
  )
  const name = visitorName(session)
  const firstSeq = thread?.messages[0]?.seq
  useLinked({ thread, linkedSeq, older, viewport, leaveBottom })
  return (
    // Contained: a line more in the composer must not lay out thousands of messages anew.
    <div className="relative min-h-0 flex-1 bg-canvas [contain:strict]">
      <section
        ref={viewport}
        aria-label={`Conversation with ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="h-full overflow-y-auto overscroll-contain px-4 py-4 focus-visible:-outline-offset-2 md:px-5"
      >
        {isWhole && thread?.hasOlder && firstSeq !== undefined && (
          <div className="mb-3 flex justify-center">
            <Button
              size="compact"
              isBusy={older.isPending}
              onPress={() => older.mutate({ before: firstSeq, limit: messageLimits.pageSize })}
            >
              Earlier messages
            </Button>
          </div>
        )}
        <div
          role="log"
          aria-busy={!thread || !isWhole || older.isPending}
          aria-label="Transcript"
          className="flex flex-col gap-3"
        >
          {parts.map(({ key, blocks }, index) => (
            <div
              key={key}
              className={clsx(
                'flex flex-col gap-3',
                index < parts.length - alwaysDrawn &&
                  '[contain-intrinsic-size:auto_2400px] [content-visibility:auto]',
              )}
            >
              {blocks.map((block) => (
                <div key={block.key} className="flex flex-col">
                  <BlockView block={block} visitor={name} selfId={selfId} />
                </div>
              ))}
            </div>
          ))}
          {!thread && <LoadingBubbles />}
        </div>
        {areNotesMissing && (
          <p className="mt-2 flex items-center justify-center gap-1 text-caption text-warn">
            Private notes could not be loaded <RetryButton onPress={loadNotes} />
          </p>
        )}
        {writing && <Writing text={writing} />}
        {isTyping && (
          <div className="mt-3 flex flex-col">
            <TypingDots />
          </div>
        )}
      </section>
      {unseen > 0 && (
        <div className="absolute inset-x-0 bottom-3 flex justify-center">
          <Button size="compact" icon={<ArrowDown aria-hidden size={14} />} onPress={toBottom}>
            {unseen} new
          </Button>
        </div>
      )}
    </div>
  )
})

type BlockProps = { block: Block; visitor: string; selfId: string | undefined }

function BlockView({ block, visitor, selfId }: BlockProps) {
  if (block.kind === 'day') return <DayPill label={block.label} />
  if (block.kind === 'unread') return <UnreadLine />
  if (block.kind === 'system') return <SystemLine message={block.message} />
  if (block.kind === 'note') return <NoteBubble note={block.note} isOwn={block.note.author.id === selfId} />
  return <BubbleGroup group={block} visitor={visitor} />
}

type Linked = {
  thread: Thread | undefined
  linkedSeq: number | null
  older: ReturnType<typeof useLoadOlder>
  viewport: RefObject<HTMLElement | null>
  leaveBottom: () => void
}

/** Goes to the message that the address names, loading what lies before it first. */
function useLinked({ thread, linkedSeq, older, viewport, leaveBottom }: Linked) {
  const reached = useRef<number | null>(null)
  const firstSeq = thread?.messages[0]?.seq
  const { mutate, isPending, isError } = older
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaveBottom only sets a ref
  useEffect(() => {
    if (linkedSeq === null || firstSeq === undefined || reached.current === linkedSeq) return
    leaveBottom()
    if (linkedSeq < firstSeq) {
      if (!isPending && !isError) mutate({ before: firstSeq, limit: messageLimits.pageSizeMax })
      return
    }
    const message = viewport.current?.querySelector<HTMLElement>(`#message-${linkedSeq}`)
    if (!message) return
    reached.current = linkedSeq
    for (const marked of viewport.current?.querySelectorAll('[data-linked]') ?? []) {
      marked.removeAttribute('data-linked')
    }
    message.setAttribute('data-linked', '')
    message.scrollIntoView({ block: 'center' })
  }, [linkedSeq, firstSeq, isPending, isError, mutate, viewport])
}

function DayPill({ label }: { label: string }) {
  return (
    <div className="self-center rounded-pill bg-sunken px-3 py-1 text-caption text-ink-2">
      <span>{label}</span>
    </div>
  )
}

function UnreadLine() {
  return (
    <p className="flex items-center gap-3 text-caption font-medium text-accent-text before:h-px before:flex-1 before:bg-current after:h-px after:flex-1 after:bg-current">
      New messages
    </p>
  )
}

function LoadingBubbles() {
  return (
    <>
      <Skeleton className="h-9 w-56 rounded-dialog!" />
      <Skeleton className="h-14 w-72 self-end rounded-dialog!" />
      <Skeleton className="h-9 w-40 rounded-dialog!" />
    </>
  )
}
