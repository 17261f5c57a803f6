import { createSessions, serveBare } from './server.ts'
import { openStore } from './store.ts'

/** One transaction and one statement per message, so one round trip. */
const statement = `
  with stored as (
    insert into messages (id, session_id, seq, sender, client_id, text, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)
  )
  update sessions set last_message = $6, last_message_from = $4, last_message_at = $7,
    unread_count = unread_count + 1
  where id = $2`

const sessions = createSessions()
const run = await openStore(sessions)

serveBare(sessions, async (message) => {
  const { _id, sessionId, seq, from, clientId, createdAt } = message
  await run('naive', statement, [_id, sessionId, seq, from, clientId, message.text, createdAt])
})
