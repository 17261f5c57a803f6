import { sessionRoutes } from '@aichat/contracts/sessions'
import { api } from '../kit/api.ts'
import { log } from '../kit/log.ts'
import { sendCommand } from '../kit/socket.ts'
import { openSessionId } from './open-session.ts'
import { keepSession, patchSession, reloadUnread } from './session-cache.ts'

const calls = api(sessionRoutes)
/** Whether a conversation is read is said in turn: what was said last is what stays. */
const turns = new Map<string, Promise<unknown>>()
const notSaid = new Set<string>()

export async function markRead(sessionId: string) {
  patchSession(sessionId, { unreadCountAgent: 0 })
  try {
    await say(sessionId, 'read')
  } catch (error) {
    log('The conversation was not marked read', error)
    notSaid.add(sessionId)
  }
  await reloadUnread()
}

/** @throws CallFailed */
export async function markUnread(sessionId: string) {
  await say(sessionId, 'unread')
  await reloadUnread()
}

/** Read means seen: a conversation that stays open in a hidden tab is marked when the tab is looked at. */
export function markReadWhenSeen(sessionId: string) {
  if (openSessionId() !== sessionId) return
  if (document.visibilityState === 'visible') void markRead(sessionId)
  else {
    const seen = () => markReadWhenSeen(sessionId)
    document.addEventListener('visibilitychange', seen, { once: true })
  }
}

/** What the connection kept from being said. */
export function sayReadAgain(sessionId: string) {
  if (notSaid.has(sessionId)) markReadWhenSeen(sessionId)
}

async function say(sessionId: string, what: 'read' | 'unread') {
  const before = turns.get(sessionId) ?? Promise.resolve()
  const turn = before.catch(() => {}).then(() => calls[what]({ params: { sessionId } })) // whoever said that hears of it
  turns.set(sessionId, turn)
  const { session } = await turn
  notSaid.delete(sessionId)
  keepSession(session)
  const notice = { sessionId, unreadCountAgent: session.unreadCountAgent }
  await sendCommand('session:patched', notice).catch((error) => log('Colleagues were not told', error))
}
