import { createSessions, type Message, serveBare } from './server.ts'
import { openStore } from './store.ts'

/** Group commit: messages that arrive during a commit form the next batch. No timer, one batch in flight. */
const maxBatchSize = 500

const statement = `
  with stored as (
    insert into messages (id, session_id, seq, sender, client_id, text, created_at)
    select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
  )
  update sessions s set last_message = n.text, last_message_from = 'visitor', last_message_at = n.at,
    unread_count = s.unread_count + n.count
  from unnest($8::uuid[], $9::text[], $10::timestamptz[], $11::int[]) as n (id, text, at, count)
  where s.id = n.id`

type QueuedMessage = { message: Message; resolve(): void; reject(error: unknown): void }

const sessions = createSessions()
const run = await openStore(sessions)
let queue: QueuedMessage[] = []
let isRunning = false

serveBare(
  sessions,
  (message) =>
    new Promise<void>((resolve, reject) => {
      queue.push({ message, resolve, reject })
      if (!isRunning) void commitBatches()
    }),
)

async function commitBatches(): Promise<void> {
  isRunning = true
  while (queue.length > 0) {
    const batch = queue.slice(0, maxBatchSize)
    queue = queue.slice(maxBatchSize)
    try {
      await commit(batch.map((waiting) => waiting.message))
      for (const waiting of batch) waiting.resolve()
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
    }
  }
  isRunning = false
}

async function commit(messages: Message[]): Promise<void> {
  const newest = new Map<string, { message: Message; count: number }>()
  for (const message of messages) {
    newest.set(message.sessionId, { message, count: (newest.get(message.sessionId)?.count ?? 0) + 1 })
  }
  const moved = [...newest.values()]
  await run('group', statement, [
    messages.map((message) => message._id),
    messages.map((message) => message.sessionId),
    messages.map((message) => message.seq),
    messages.map((message) => message.from),
    messages.map((message) => message.clientId),
    messages.map((message) => message.text),
    messages.map((message) => message.createdAt),
    moved.map(({ message }) => message.sessionId),
    moved.map(({ message }) => message.text),
    moved.map(({ message }) => message.createdAt),
    moved.map(({ count }) => count),
  ])
}
