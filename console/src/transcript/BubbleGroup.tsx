import type { Message } from '@aichat/contracts/chat/messages'
import clsx from 'clsx'
import { Paperclip, Sparkles } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { formatDateTime, formatTime } from '../kit/format/format.ts'
import { messagePath } from '../paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { Bubble } from './Bubble.tsx'
import { EmailNote } from './EmailNote.tsx'
import type { Entry } from './entries.ts'
import { MessageFiles } from './MessageFiles.tsx'
import { MessageLine } from './MessageLine.tsx'
import { MessageText } from './MessageText.tsx'
import { type Block, type Delivery, entryTime } from './message-groups.ts'
import { PendingState } from './PendingState.tsx'
import { Suggestions } from './Suggestions.tsx'
import { ToneNote } from './ToneNote.tsx'

type Group = Extract<Block, { kind: 'bubbles' }>
type Props = {
  group: Group
  visitor: string
  /** How these messages of an agent were delivered, if the visitor has not read them in the chat. */
  unreadDelivery: Delivery | null
  /** When the visitor read these messages, if they are the newest ones that they have read. */
  readAt: string | null
}

/** Consecutive bubbles of one author, with author, time and state below the last one. */
export const BubbleGroup = memo(function BubbleGroup({ group, visitor, unreadDelivery, readAt }: Props) {
  const author = authorName(group, visitor)
  const last = group.entries.at(-1)!
  return (
    <div className="flex flex-col gap-0.5">
      {group.entries.map((entry) => (
        <EntryBubble key={entry.key} entry={entry} group={group} author={author} isLast={entry === last} />
      ))}
      {last.kind === 'pending' ? (
        <PendingState pending={last.pending} />
      ) : (
        last.kind === 'message' && (
          <MessageLine message={last.message} isAtStart={group.side === 'visitor'}>
            <span className="flex min-w-0 items-center gap-1.5">
              {group.side === 'ai' && <AiBadge />}
              {/* On a phone, the badge leaves the line to the sources and the reason of the reply. */}
              <span className={clsx('truncate', group.side === 'ai' && 'max-md:sr-only')}>{author}</span>
              <span aria-hidden className={group.side === 'ai' ? 'max-md:hidden' : undefined}>
                ·
              </span>
              <MessageTime entry={last} />
              {unreadDelivery && <span>· {unreadDelivery === 'sent' ? 'Sent' : 'Emailed'}</span>}
              {readAt && <span title={`Seen ${formatDateTime(readAt)}`}>· Seen</span>}
            </span>
          </MessageLine>
        )
      )}
    </div>
  )
}, arePropsEqual)

/** Every message creates new group objects. Without this, each would render thousands of bubbles again. */
function arePropsEqual(one: Props, other: Props): boolean {
  return (
    one.visitor === other.visitor &&
    one.unreadDelivery === other.unreadDelivery &&
    one.readAt === other.readAt &&
    one.group.entries.length === other.group.entries.length &&
    one.group.entries.every((entry, index) => isSameEntry(entry, other.group.entries[index]))
  )
}

function isSameEntry(one: Entry, other: Entry | undefined): boolean {
  if (one.kind === 'message') {
    return other?.kind === 'message' && other.message === one.message && other.isWithTeam === one.isWithTeam
  }
  return one.kind === 'pending' && other?.kind === 'pending' && other.pending === one.pending
}

/** The time of a stored message is a link to it. */
function MessageTime({ entry }: { entry: Entry }) {
  const time = entryTime(entry)
  const label = (
    <time dateTime={time} title={formatDateTime(time)} className="tabular-nums">
      {formatTime(time)}
    </time>
  )
  if (entry.kind !== 'message') return label
  const { sessionId, seq } = entry.message
  return (
    <Link
      to={messagePath(sessionId, seq)}
      aria-label={`Link to this message, ${formatTime(time)}`}
      className="hover:underline"
    >
      {label}
    </Link>
  )
}

type EntryProps = { entry: Entry; group: Group; author: string; isLast: boolean }

/** Pending and stored messages have the same elements, so that screen readers do not announce a message twice. */
function EntryBubble({ entry, group, author, isLast }: EntryProps) {
  if (entry.kind === 'note') return null
  const stored = entry.kind === 'message' ? entry.message : null
  const pending = entry.kind === 'pending' ? entry.pending : null
  const isFailed = pending?.state === 'failed'
  const content = (stored ?? pending)?.text ?? ''
  // The titles below the first line are shown as cards.
  const text = stored && isSuggestion(stored) ? (content.split('\n')[0] ?? '') : content
  const id = stored ? `message-${stored.seq}` : undefined
  const prefix = `${group.side === 'ai' ? 'AI assistant' : author}, ${formatTime(entryTime(entry))}: `
  return (
    <>
      {text === '' ? (
        <span id={id} className="sr-only">
          {prefix}
        </span>
      ) : (
        <Bubble id={id} side={group.side} hasTail={isLast} isFailed={isFailed} prefix={prefix}>
          <MessageText text={text} />
        </Bubble>
      )}
      {stored && stored.attachments.length > 0 && (
        <MessageFiles
          sessionId={stored.sessionId}
          attachments={stored.attachments}
          isOwn={group.side !== 'visitor'}
        />
      )}
      {pending?.attachments?.map(({ id: fileId, name }) => (
        <p key={fileId} className="flex max-w-full items-center gap-1.5 self-end text-caption text-ink-2">
          <Paperclip aria-hidden size={12} className="shrink-0" />
          <span className="truncate">{name}</span>
        </p>
      ))}
      {stored && isSuggestion(stored) && <Suggestions meta={stored.meta} />}
      {entry.kind === 'message' && entry.isWithTeam && (
        <p className="self-start text-caption text-muted">With the team</p>
      )}
      {stored?.meta.channel === 'email' && <EmailNote message={stored} />}
      {stored?.meta.writingAssistant && <ToneNote meta={stored.meta} />}
      {stored && !isLast && <MessageLine message={stored} isAtStart={group.side === 'visitor'} />}
      {pending && isFailed && !isLast && <PendingState pending={pending} />}
    </>
  )
}

function isSuggestion({ isAi, meta }: Message): boolean {
  return isAi && meta.kind === 'suggestions'
}

function AiBadge() {
  return (
    <Badge tone="ai" icon={<Sparkles aria-hidden size={11} />}>
      AI
    </Badge>
  )
}

function authorName({ side, author, entries }: Group, visitor: string): string {
  if (side === 'visitor') return visitor
  const first = entries[0]
  const message = first?.kind === 'message' ? first.message : null
  if (side === 'ai') return message?.meta.agentName ?? 'AI assistant'
  if (author === null) return 'You'
  return message?.agent?.name ?? 'Agent'
}
