import type { Message } from '@aichat/contracts/messages'
import { sessionLimits, sessionTimings } from '@aichat/contracts/sessions'
import { cache } from '../kit/cache.ts'
import { log } from '../kit/log.ts'
import {
  CommandRejectedError,
  isConnected,
  onConnect,
  reconnectSocket,
  sendCommand,
  subscribeToEvent,
} from '../kit/socket.ts'
import { playChime } from '../kit/sound.ts'
import { dropNote, reloadMentions, reloadNotes, takeNote } from '../notes/queries.ts'
import { forgetOtherWriters } from './clear-unsent.ts'
import { createRecent } from './duplicate-filter.ts'
import { openSessionId } from './open-session.ts'
import { markReadWhenSeen, sayReadAgain } from './read-state.ts'
import { outbox } from './send-message.ts'
import {
  changeThread,
  dropSessions,
  isListed,
  keepSession,
  knownSession,
  knownThread,
  patchSession,
  reloadLists,
  reloadUnread,
  sessionKeys,
} from './session-cache.ts'
import { rowAfterMessage } from './session-list.ts'
import { contiguousSeq, hasGap } from './thread.ts'
import { announceToNewViewer, updateViewer } from './viewers.ts'

const badgeDelay = 200
/** A model has 20 s; what is half written after that has been given up, and nobody could say so. */
const writingShown = 25_000

/** The socket's events, written into the query cache. Answers the function that stops it. */
export function followSessions() {
  const isNew = createRecent(sessionLimits.rememberedMessages)
  const timers = createTimers()
  let rev: number | null = null
  forgetOtherWriters()

  function arrived(message: Message) {
    const { sessionId } = message
    const thread = changeThread(sessionId, { type: 'arrived', message })
    if (thread && hasGap(thread)) catchUp(sessionId)
    outbox.remove(message.clientId)
    if (!isNew(message._id)) return
    const isOpen = sessionId === openSessionId()
    const row = knownSession(sessionId)
    if (row) patchSession(sessionId, rowAfterMessage(row, message, isOpen))
    if (!isListed(sessionId)) timers.once('lists', sessionTimings.reloadAfterUnknownMs, reloadLists)
    if (message.from !== 'visitor') return writing(sessionId, '')
    cache.setQueryData(sessionKeys.typing(sessionId), false)
    if (isOpen) timers.once(`read ${sessionId}`, badgeDelay, () => markReadWhenSeen(sessionId))
    else playChime()
    timers.once('unread', badgeDelay, reloadUnread)
  }

  function typing(sessionId: string, isTyping: boolean) {
    cache.setQueryData(sessionKeys.typing(sessionId), isTyping)
    timers.again(`typing ${sessionId}`, sessionTimings.typingTimeoutMs, () =>
      cache.setQueryData(sessionKeys.typing(sessionId), false),
    )
  }

  /** A reply of the AI as far as it is written; with nothing, it was given up or is there. */
  function writing(sessionId: string, text: string) {
    cache.setQueryData(sessionKeys.writing(sessionId), text)
    timers.again(`writing ${sessionId}`, writingShown, () =>
      cache.setQueryData(sessionKeys.writing(sessionId), ''),
    )
  }

  /** The heartbeat that heals what a lossy connection missed. */
  async function sync() {
    try {
      const answer = await sendCommand('sync', { rev })
      rev = answer.rev
      for (const session of answer.changed) {
        keepSession(session)
        const thread = knownThread(session.sessionId)
        if (thread && contiguousSeq(thread) < session.lastSeq) catchUp(session.sessionId)
      }
      if (answer.changed.length > 0) reloadUnread()
    } catch (error) {
      log('Not in step with the server', error)
      // Packets may be lost one way, and a browser hears nothing of that for most of a minute.
      if (!(error instanceof CommandRejectedError) && isConnected()) reconnectSocket()
    }
  }

  /** After a time in which nothing that was told can be relied on. */
  function reload() {
    sync()
    reloadLists()
    reloadUnread()
    reloadNotes()
    reloadMentions()
  }

  function reconnected() {
    reload()
    outbox.resume()
    const open = openSessionId()
    if (!open) return
    writing(open, '')
    catchUp(open)
    sayReadAgain(open)
  }

  const stops = [
    subscribeToEvent('message:new', ({ message }) => arrived(message)),
    subscribeToEvent('session:upsert', ({ session }) => {
      keepSession(session)
      timers.once('lists', sessionTimings.reloadAfterUpsertMs, reloadLists)
      timers.once('unread', badgeDelay, reloadUnread)
    }),
    subscribeToEvent('session:patched', ({ sessionId, patch }) => {
      patchSession(sessionId, patch)
      timers.once('unread', badgeDelay, reloadUnread)
    }),
    subscribeToEvent('sessions:removed', ({ sessionIds }) => {
      dropSessions(sessionIds)
      timers.once('lists', sessionTimings.reloadAfterUpsertMs, reloadLists)
      timers.once('unread', badgeDelay, reloadUnread)
    }),
    subscribeToEvent('presence:update', ({ sessionId, online }) => patchSession(sessionId, { online })),
    subscribeToEvent('typing:update', ({ sessionId, from, isTyping }) => {
      if (from === 'visitor') typing(sessionId, isTyping)
    }),
    subscribeToEvent('colleague:update', ({ sessionId, user, isViewing, isTyping }) => {
      const isNew = updateViewer(
        sessionId,
        isViewing ? { ...user, isTyping } : { id: user.id, hasLeft: true },
      )
      if (isNew) announceToNewViewer(sessionId)
    }),
    subscribeToEvent('note:new', ({ note }) => takeNote(note)),
    subscribeToEvent('note:removed', ({ sessionId, noteId }) => dropNote(sessionId, noteId)),
    subscribeToEvent('mention:new', () => {
      reloadMentions()
      playChime()
    }),
    subscribeToEvent('message:rated', ({ sessionId, messageId, feedback }) =>
      changeThread(sessionId, { type: 'rated', messageId, feedback }),
    ),
    subscribeToEvent('message:delta', ({ sessionId, text }) => writing(sessionId, text)),
    subscribeToEvent('sync:wanted', ({ withinMs }) => timers.once('sync', Math.random() * withinMs, reload)),
    onConnect(reconnected),
    repeat(sync, sessionTimings.syncIntervalMs),
    timers.stop,
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Asks for what came after the last message without a gap. */
function catchUp(sessionId: string) {
  cache.refetchQueries({ queryKey: sessionKeys.thread(sessionId) }, { cancelRefetch: false })
}

function repeat(work: () => void, milliseconds: number) {
  const timer = setInterval(work, milliseconds)
  return () => clearInterval(timer)
}

function createTimers() {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  function start(name: string, milliseconds: number, work: () => void) {
    clearTimeout(timers.get(name))
    timers.set(
      name,
      setTimeout(() => {
        timers.delete(name)
        work()
      }, milliseconds),
    )
  }
  return {
    /** Many asks before it is due are one; a steady stream cannot put it off for ever. */
    once(name: string, milliseconds: number, work: () => void) {
      if (!timers.has(name)) start(name, milliseconds, work)
    },
    /** Each ask starts the time anew. */
    again: start,
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
