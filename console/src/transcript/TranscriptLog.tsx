import type { Session } from '@aichat/contracts/chat/sessions'
import clsx from 'clsx'
import { formatDay } from '../kit/format/format.ts'
import { useMinute } from '../kit/minute.ts'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { BubbleGroup } from './BubbleGroup.tsx'
import {
  type Block,
  type chunkBlocks,
  type Delivery,
  findLastReadGroup,
  getUnreadDelivery,
} from './message-groups.ts'
import { NoteBubble } from './NoteBubble.tsx'
import { SystemLine } from './SystemLine.tsx'

/**
 * The last chunks are always laid out. For the others the browser skips layout while they are off screen; it checks
 * every skippable element in each frame, so single blocks would be too many.
 */
const alwaysLaidOutChunks = 2

type Props = {
  chunks: ReturnType<typeof chunkBlocks>
  isLoading: boolean
  /** Screen readers do not announce what is added while the log is busy. */
  isBusy: boolean
  visitor: string
  selfId: string | undefined
  /** Up to which message the visitor has read the conversation, in the chat or by email. */
  readPosition: ReadPosition
}

type ReadPosition = Pick<Session, 'visitorReadSeq' | 'visitorReadAt' | 'emailedSeq'>

export function TranscriptLog({ chunks, isLoading, isBusy, visitor, selfId, readPosition }: Props) {
  const lastRead = findLastReadGroup(chunks, readPosition.visitorReadSeq)
  return (
    <div role="log" aria-busy={isBusy} aria-label="Transcript" className="flex flex-col gap-3">
      {chunks.map(({ key, blocks }, index) => (
        <div
          key={key}
          className={clsx(
            'flex flex-col gap-3',
            index < chunks.length - alwaysLaidOutChunks &&
              '[contain-intrinsic-size:auto_2400px] [content-visibility:auto]',
          )}
        >
          {blocks.map((block) => (
            <div key={block.key} className="flex flex-col">
              <BlockView
                block={block}
                visitor={visitor}
                selfId={selfId}
                unreadDelivery={getUnreadDelivery(block, readPosition)}
                readAt={block === lastRead ? readPosition.visitorReadAt : null}
              />
            </div>
          ))}
        </div>
      ))}
      {isLoading && <LoadingBubbles />}
    </div>
  )
}

type BlockProps = {
  block: Block
  visitor: string
  selfId: string | undefined
  unreadDelivery: Delivery | null
  /** When the visitor read the newest of the messages that they have read; null for other blocks. */
  readAt: string | null
}

function BlockView({ block, visitor, selfId, unreadDelivery, readAt }: BlockProps) {
  if (block.kind === 'day') return <DayLabel time={block.time} />
  if (block.kind === 'unread') return <UnreadDivider />
  if (block.kind === 'system') return <SystemLine message={block.message} />
  if (block.kind === 'note') return <NoteBubble note={block.note} isOwn={block.note.author.id === selfId} />
  return <BubbleGroup group={block} visitor={visitor} unreadDelivery={unreadDelivery} readAt={readAt} />
}

function DayLabel({ time }: { time: string }) {
  const now = useMinute()
  return (
    <div className="self-center rounded-pill bg-sunken px-3 py-1 text-caption text-ink-2">
      <span>{formatDay(time, now)}</span>
    </div>
  )
}

function UnreadDivider() {
  return (
    <p className="flex items-center gap-3 text-caption font-strong text-accent-text before:h-px before:flex-1 before:bg-current after:h-px after:flex-1 after:bg-current">
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
