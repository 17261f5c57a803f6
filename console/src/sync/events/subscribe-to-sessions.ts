import { sessionTimings } from '@aichat/contracts/chat/sessions'
import type { staffEvents } from '@aichat/contracts/chat/staff-channel'
import type { EventData } from '@aichat/contracts/kit/realtime'
import { getCurrentUser } from '../../kit/http/auth-storage.ts'
import {
  CommandRejectedError,
  isConnected,
  onConnect,
  reconnectSocket,
  sendCommand,
  subscribeToEvent,
} from '../../kit/http/socket.ts'
import { log } from '../../kit/log.ts'
import { clearUnsentOfPreviousUser } from '../clear-unsent.ts'
import { announceFocus, isSessionInFocus } from '../focused-tab.ts'
import type { InboxStore } from '../inbox-store.ts'
import { noteCache } from '../note-cache.ts'
import { getOpenSessionId } from '../open-session.ts'
import { outbox } from '../send-message.ts'
import { sessionCache } from '../session-cache.ts'
import { threadCache } from '../thread-cache.ts'
import { createTimers } from '../timers.ts'
import { createResync } from './resync.ts'
import { createSessionEvents } from './session-events.ts'

type Events = typeof staffEvents
type Reducers = { [Name in keyof Events & string]?: (data: EventData<Events, Name>) => void }

const caches = { sessions: sessionCache, threads: threadCache, notes: noteCache }

/** Connects the socket to the query cache. Returns the function that disconnects them. */
export function subscribeToSessions({ readState, viewers }: InboxStore) {
  clearUnsentOfPreviousUser()
  void loadSound()
  const timers = createTimers()
  const events = createSessionEvents({
    ...caches,
    outbox,
    timers,
    getOpenSessionId,
    getUserId: () => getCurrentUser()?.id,
    markReadWhenVisible: readState.markReadWhenVisible,
    playChime: (event, sessionId) => void playChimeUnlessInFocus(event, sessionId),
  })
  const resync = createResync({
    ...caches,
    outbox,
    fetchChanges: (rev) => sendCommand('sync', { rev }),
    isHalfOpen: (error) => !(error instanceof CommandRejectedError) && isConnected(),
    reconnect: reconnectSocket,
    getOpenSessionId,
    retryMarkRead: readState.retryMarkRead,
  })
  const heartbeat = setInterval(resync.heartbeat, sessionTimings.syncIntervalMs)
  const stops = [
    ...subscribeAll(events),
    subscribeToEvent('colleague:update', ({ sessionId, user, isViewing, isTyping }) =>
      viewers.update(sessionId, isViewing ? { ...user, isTyping } : { id: user.id, hasLeft: true }),
    ),
    // Every console gets this event at the same moment; a random delay spreads their requests.
    subscribeToEvent('sync:wanted', ({ withinMs }) =>
      timers.throttle('resync', Math.random() * withinMs, resync.reloadAll),
    ),
    onConnect(resync.onReconnect),
    () => clearInterval(heartbeat),
    announceFocus(),
    timers.stop,
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The user may have the conversation in front of them in another tab. */
async function playChimeUnlessInFocus(event: string, sessionId: string) {
  if (await isSessionInFocus(sessionId)) return
  const sound = await loadSound()
  await sound?.playChime(event)
}

/** Loaded after the screen. From then on it listens for the first interaction, before which browsers allow no sound. */
async function loadSound() {
  try {
    return await import('../../kit/browser/sound.ts')
  } catch (error) {
    log('Failed to load the sound of new messages', error)
    return null
  }
}

function subscribeAll(reducers: Reducers) {
  return Object.entries(reducers).map(([name, reducer]) =>
    // Each reducer is typed by its own event; the pairs lose that connection.
    subscribeToEvent(name as keyof Reducers, reducer as (data: unknown) => void),
  )
}
