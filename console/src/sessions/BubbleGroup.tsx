import { Sparkles } from 'lucide-react'
import { clockTime, fullTime } from '../kit/words.ts'
import { Badge } from '../ui/Badge.tsx'
import { Bubble } from './Bubble.tsx'
import { type Block, timeOf } from './groups.ts'
import { MessageText } from './MessageText.tsx'
import { PendingState } from './PendingState.tsx'
import { Sources } from './Sources.tsx'
import type { Entry } from './thread.ts'

type Group = Extract<Block, { kind: 'bubbles' }>
type Props = { group: Group; visitor: string }

/** Bubbles of one hand, and one line under the last: who, when, and how it stands. */
export function BubbleGroup({ group, visitor }: Props) {
  const author = authorOf(group, visitor)
  const last = group.entries.at(-1)!
  const time = timeOf(last)
  return (
    <div className="flex flex-col gap-0.5">
      {group.entries.map((entry) => (
        <EntryBubble key={entry.key} entry={entry} group={group} author={author} isLast={entry === last} />
      ))}
      {last.kind === 'pending' ? (
        <PendingState pending={last.pending} />
      ) : (
        <p
          className={`mt-0.5 flex items-center gap-1.5 text-caption text-muted ${group.side === 'visitor' ? 'self-start' : 'self-end'}`}
        >
          {group.side === 'ai' && <AiBadge />}
          <span className="truncate">{author}</span>·
          <time dateTime={time} title={fullTime(time)} className="tabular-nums">
            {clockTime(time)}
          </time>
          {author === 'You' && <span>· Sent</span>}
        </p>
      )}
    </div>
  )
}

type EntryProps = { entry: Entry; group: Group; author: string; isLast: boolean }

function EntryBubble({ entry, group, author, isLast }: EntryProps) {
  const spoken = `${group.side === 'ai' ? 'AI assistant' : author}, ${clockTime(timeOf(entry))}: `
  if (entry.kind === 'message') {
    const { text, meta } = entry.message
    return (
      <>
        <Bubble side={group.side} hasTail={isLast} spoken={spoken}>
          <MessageText text={text} />
        </Bubble>
        {meta.sources && meta.sources.length > 0 && <Sources sources={meta.sources} />}
      </>
    )
  }
  const isFailed = entry.pending.state === 'failed'
  return (
    <>
      <Bubble side="agent" hasTail={isLast} isFailed={isFailed} spoken={spoken}>
        <MessageText text={entry.pending.text} />
      </Bubble>
      {isFailed && !isLast && <PendingState pending={entry.pending} />}
    </>
  )
}

function AiBadge() {
  return (
    <Badge tone="ai" icon={<Sparkles aria-hidden size={11} />}>
      AI
    </Badge>
  )
}

function authorOf({ side, author, entries }: Group, visitor: string): string {
  if (side === 'visitor') return visitor
  const first = entries[0]
  const message = first?.kind === 'message' ? first.message : null
  if (side === 'ai') return message?.meta.agentName ?? 'AI assistant'
  if (author === null) return 'You'
  return message?.agent?.name ?? 'Agent'
}
