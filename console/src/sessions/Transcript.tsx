import type { Session } from '@aichat/contracts/sessions'
import { ArrowDown } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useUser } from '../kit/storage.ts'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { BubbleGroup } from './BubbleGroup.tsx'
import { blocksOf } from './groups.ts'
import { visitorName } from './person.ts'
import { useLoadOlder } from './queries.ts'
import { SystemLine } from './SystemLine.tsx'
import { TypingDots } from './TypingDots.tsx'
import { entriesOf, type Pending, type Thread } from './thread.ts'
import { useFollow } from './use-follow.ts'
import { useTyping } from './use-typing.ts'

type Props = { session: Session; thread: Thread | undefined; pending: readonly Pending[] }

export function Transcript({ session, thread, pending }: Props) {
  const viewport = useRef<HTMLDivElement>(null)
  const isTyping = useTyping(session.sessionId)
  const older = useLoadOlder(session.sessionId)
  const entries = useMemo(() => (thread ? entriesOf(thread, pending) : []), [thread, pending])
  const selfId = useUser()?.id
  const blocks = useMemo(() => blocksOf(entries, selfId), [entries, selfId])
  const keys = useMemo(() => entries.map((entry) => entry.key), [entries])
  const { unseen, onScroll, toBottom } = useFollow(viewport, keys, isTyping)
  const name = visitorName(session)
  const firstSeq = thread?.messages[0]?.seq
  return (
    <div className="relative min-h-0 flex-1 bg-canvas">
      <section
        ref={viewport}
        aria-label={`Conversation with ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="h-full overflow-y-auto overscroll-contain px-4 py-4 focus-visible:-outline-offset-2 md:px-5"
      >
        {thread?.hasOlder && firstSeq !== undefined && (
          <div className="mb-3 flex justify-center">
            <Button size="compact" isBusy={older.isPending} onPress={() => older.mutate(firstSeq)}>
              Earlier messages
            </Button>
          </div>
        )}
        <div role="log" aria-busy={!thread} aria-label="Transcript" className="flex flex-col gap-3">
          {blocks.map((block) => {
            if (block.kind === 'day') return <DayPill key={block.key} label={block.label} />
            if (block.kind === 'system') return <SystemLine key={block.key} message={block.message} />
            return <BubbleGroup key={block.key} group={block} visitor={name} />
          })}
          {!thread && <LoadingBubbles />}
        </div>
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
}

function DayPill({ label }: { label: string }) {
  return (
    <div className="self-center rounded-pill bg-sunken px-3 py-1 text-caption text-ink-2">
      <span>{label}</span>
    </div>
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
