import type { Message } from '@aichat/contracts/messages'
import type { Note } from '@aichat/contracts/notes'
import { formatDay } from '../kit/format.ts'
import type { Entry } from '../sync/thread.ts'

export type Side = 'visitor' | 'agent' | 'ai'

/** What the transcript draws, from top to bottom. */
export type Block =
  | { kind: 'day'; key: string; label: string }
  | { kind: 'unread'; key: 'unread' }
  | { kind: 'system'; key: string; message: Message }
  | { kind: 'note'; key: string; note: Note }
  | { kind: 'bubbles'; key: string; side: Side; author: string | null; entries: Entry[] }

const longestPause = 3 * 60_000

/** Bubbles stand together when one hand wrote them on one day with pauses under three minutes. */
export function blocksOf(
  entries: readonly Entry[],
  selfId: string | undefined,
  { firstUnread = null, now = new Date() }: { firstUnread?: number | null; now?: Date } = {},
): Block[] {
  const blocks: Block[] = []
  let day = ''
  let date = ''
  let lastTime = 0
  for (const entry of entries) {
    const createdAt = timeOf(entry)
    const written = new Date(createdAt)
    // A day is named once, and not for each of thousands of messages.
    if (written.toDateString() !== date) {
      date = written.toDateString()
      const label = formatDay(createdAt, now)
      if (label !== day) blocks.push({ kind: 'day', key: `day ${label}`, label })
      day = label
    }
    if (entry.kind === 'message' && entry.message.seq === firstUnread)
      blocks.push({ kind: 'unread', key: 'unread' })
    const time = written.getTime()
    const last = blocks.at(-1)
    const hand = handOf(entry, selfId)
    if (entry.kind === 'note') {
      blocks.push({ kind: 'note', key: entry.key, note: entry.note })
    } else if (hand === null && entry.kind === 'message') {
      blocks.push({ kind: 'system', key: entry.key, message: entry.message })
    } else if (hand) {
      const { side, author } = hand
      const isSame = last?.kind === 'bubbles' && last.side === side && last.author === author
      if (isSame && time - lastTime < longestPause) last.entries.push(entry)
      else blocks.push({ kind: 'bubbles', key: entry.key, side, author, entries: [entry] })
    }
    lastTime = time
  }
  return blocks
}

const messagesAPart = 40

/**
 * The blocks in parts, by the seq of their first message: a block stays in its part whatever is loaded before or written
 * behind it. What is on its way counts as it will be counted.
 */
export function partsOf(blocks: readonly Block[]): { key: number; blocks: Block[] }[] {
  const parts: { key: number; blocks: Block[] }[] = []
  let seq = 0
  for (const block of blocks) {
    let first = seq
    if (block.kind === 'system') first = seq = block.message.seq
    if (block.kind === 'bubbles') {
      for (const [index, entry] of block.entries.entries()) {
        seq = entry.kind === 'message' ? entry.message.seq : seq + 1
        if (index === 0) first = seq
      }
    }
    const key = Math.floor(first / messagesAPart)
    const last = parts.at(-1)
    if (last && last.key >= key) last.blocks.push(block)
    else parts.push({ key, blocks: [block] })
  }
  return parts
}

export function timeOf(entry: Entry): string {
  if (entry.kind === 'note') return entry.note.createdAt
  return entry.kind === 'message' ? entry.message.createdAt : entry.pending.createdAt
}

/** Who wrote it: an author of null is the person at this console. */
function handOf(entry: Entry, selfId: string | undefined): { side: Side; author: string | null } | null {
  if (entry.kind === 'note') return null
  if (entry.kind === 'pending') return { side: 'agent', author: null }
  const { from, isAi, agent, type } = entry.message
  if (from === 'system' || type === 'system') return null
  if (from === 'visitor') return { side: 'visitor', author: 'visitor' }
  if (isAi) return { side: 'ai', author: 'ai' }
  return { side: 'agent', author: agent?.id === selfId ? null : (agent?.id ?? 'agent') }
}
