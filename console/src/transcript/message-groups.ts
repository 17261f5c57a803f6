import type { Message } from '@aichat/contracts/chat/messages'
import type { Note } from '@aichat/contracts/chat/notes'
import type { Entry } from './entries.ts'

export type Side = 'visitor' | 'agent' | 'ai'

/** One item of the transcript, from top to bottom. */
export type Block =
  | { kind: 'day'; key: string; time: string }
  | { kind: 'unread'; key: 'unread' }
  | { kind: 'system'; key: string; message: Message }
  | { kind: 'note'; key: string; note: Note }
  | { kind: 'bubbles'; key: string; side: Side; author: string | null; entries: Entry[] }

/** An author of null is the signed-in agent. */
type Author = { side: Side; author: string | null }

const maxGroupPauseMs = 3 * 60_000

/** Groups bubbles of the same author and day with pauses under three minutes. */
export function groupEntries(
  entries: readonly Entry[],
  selfId: string | undefined,
  firstUnread: number | null = null,
): Block[] {
  const blocks: Block[] = []
  let lastDate = ''
  let lastTime = 0
  for (const entry of entries) {
    const createdAt = new Date(entryTime(entry))
    const date = createdAt.toDateString()
    if (date !== lastDate) blocks.push({ kind: 'day', key: `day ${entry.key}`, time: entryTime(entry) })
    lastDate = date
    if (entry.kind === 'message' && entry.message.seq === firstUnread)
      blocks.push({ kind: 'unread', key: 'unread' })
    addEntry(blocks, entry, selfId, createdAt.getTime() - lastTime)
    lastTime = createdAt.getTime()
  }
  return blocks
}

function addEntry(blocks: Block[], entry: Entry, selfId: string | undefined, pauseMs: number) {
  if (entry.kind === 'note') {
    blocks.push({ kind: 'note', key: entry.key, note: entry.note })
    return
  }
  const author = entryAuthor(entry, selfId)
  if (author === null) {
    if (entry.kind === 'message') blocks.push({ kind: 'system', key: entry.key, message: entry.message })
    return
  }
  const last = blocks.at(-1)
  const isSameAuthor = last?.kind === 'bubbles' && last.side === author.side && last.author === author.author
  if (isSameAuthor && pauseMs < maxGroupPauseMs) last.entries.push(entry)
  else blocks.push({ kind: 'bubbles', key: entry.key, ...author, entries: [entry] })
}

export type Delivery = 'sent' | 'emailed'

/** How an agent's messages were delivered that the visitor has not read in the chat; otherwise null. */
export function getUnreadDelivery(
  block: Block,
  { visitorReadSeq, emailedSeq }: { visitorReadSeq: number; emailedSeq: number },
): Delivery | null {
  if (block.kind !== 'bubbles' || block.side !== 'agent' || lastSeq(block) <= visitorReadSeq) return null
  return lastSeq(block) <= emailedSeq ? 'emailed' : 'sent'
}

/** The newest of the agents' blocks that the visitor has read. */
export function findLastReadGroup(
  chunks: readonly { blocks: readonly Block[] }[],
  readSeq: number,
): Block | undefined {
  for (const { blocks } of chunks.toReversed()) {
    const found = blocks.findLast(
      (block) => block.kind === 'bubbles' && block.side === 'agent' && lastSeq(block) <= readSeq,
    )
    if (found) return found
  }
}

/** Infinity while the last message is being sent. */
function lastSeq({ entries }: { entries: readonly Entry[] }): number {
  const last = entries.at(-1)
  return last?.kind === 'message' ? last.message.seq : Number.POSITIVE_INFINITY
}

const messagesPerChunk = 40

/**
 * Splits the blocks into chunks by the seq of their first message, so that a block stays in its chunk when older or
 * newer messages are added. A pending message counts as the next seq.
 */
export function chunkBlocks(blocks: readonly Block[]): { key: number; blocks: Block[] }[] {
  const chunks: { key: number; blocks: Block[] }[] = []
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
    const key = Math.floor(first / messagesPerChunk)
    const last = chunks.at(-1)
    if (last && last.key >= key) last.blocks.push(block)
    else chunks.push({ key, blocks: [block] })
  }
  return chunks
}

export function entryTime(entry: Entry): string {
  if (entry.kind === 'note') return entry.note.createdAt
  return entry.kind === 'message' ? entry.message.createdAt : entry.pending.createdAt
}

/** Null for system messages. */
function entryAuthor(entry: Exclude<Entry, { kind: 'note' }>, selfId: string | undefined): Author | null {
  if (entry.kind === 'pending') return { side: 'agent', author: null }
  const { from, isAi, agent, type } = entry.message
  if (from === 'system' || type === 'system') return null
  if (from === 'visitor') return { side: 'visitor', author: 'visitor' }
  if (isAi) return { side: 'ai', author: 'ai' }
  return { side: 'agent', author: agent?.id === selfId ? null : (agent?.id ?? 'agent') }
}
