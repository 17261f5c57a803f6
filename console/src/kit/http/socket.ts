import type { staffCommands, staffEvents } from '@aichat/contracts/chat/staff-channel'
import type { AckData, Command, EventData, FailedAck, PayloadInput } from '@aichat/contracts/kit/realtime'
import { realtimeSentences } from '@aichat/contracts/kit/realtime'
import { useSyncExternalStore } from 'react'
import { io, type Socket } from 'socket.io-client'
import { log } from '../log.ts'
import { getAccessToken, subscribeToSignIn } from './auth-storage.ts'
import { refreshAccessToken } from './refresh-token.ts'

const ackTimeoutMs = 10_000
// Socket.IO does not notice a connection that closes before its handshake, and would wait 20 s.
const connectTimeoutMs = 6_000
const reconnectDelayMs = 1000
/** Longer, because a server that is busy or failing would otherwise get a refresh a second from every tab. */
const refreshRetryDelayMs = 5000

type Commands = typeof staffCommands
type Events = typeof staffEvents
type Success<C extends Command> = { success: true } & AckData<C>

/** The server rejected the command. Any other error from `sendCommand` leaves the outcome unknown. */
export class CommandRejectedError extends Error {
  readonly code: string | undefined

  constructor({ error, code }: FailedAck) {
    super(error)
    this.code = code
  }
}

const socket: Socket = io({
  autoConnect: false,
  transports: ['websocket', 'polling'],
  timeout: connectTimeoutMs,
  auth: (callback) => callback({ token: getAccessToken(), role: 'admin' }),
})

let tokenInUse: string | null = null

/** Connects while a user is signed in. Returns the function that disconnects. */
export function openSocket() {
  tokenInUse = getAccessToken()
  socket.connect()
  const stopListening = subscribeToSignIn(handleTokenChange)
  const stopFollowing = followNetwork()
  return () => {
    stopListening()
    stopFollowing()
    socket.disconnect()
  }
}

export async function sendCommand<Name extends keyof Commands & string>(
  command: Name,
  payload: PayloadInput<Commands[Name]>,
): Promise<Success<Commands[Name]>> {
  // A buffered command would be sent twice: from the buffer, and by the caller that retries after a reconnect.
  if (!socket.connected) throw new Error(realtimeSentences.notConnected)
  const answer = await socket.timeout(ackTimeoutMs).emitWithAck(command, payload)
  if (answer?.success !== true) throw new CommandRejectedError(answer as FailedAck)
  return answer
}

/** Replaces a connection that looks alive but is not. */
export function reconnectSocket() {
  socket.disconnect()
  socket.connect()
}

/** Sends a command that may be lost, such as a typing notice. */
export function emitVolatile<Name extends keyof Commands & string>(
  command: Name,
  payload: PayloadInput<Commands[Name]>,
) {
  if (socket.connected) socket.volatile.emit(command, payload)
}

export function subscribeToEvent<Name extends keyof Events & string>(
  name: Name,
  listener: (data: EventData<Events, Name>) => void,
) {
  // The contract types the events; Socket.IO knows only their names.
  socket.on(name as string, listener as (data: unknown) => void)
  return () => {
    socket.off(name as string, listener as (data: unknown) => void)
  }
}

export function onConnect(listener: () => void) {
  socket.on('connect', listener)
  if (socket.connected) listener()
  return () => {
    socket.off('connect', listener)
  }
}

export function isConnected() {
  return socket.connected
}

/**
 * Browsers report a lost network at once, but close its connections only minutes later. A server on the same machine stays
 * reachable, so the connection is opened anew instead of being given up.
 */
function followNetwork() {
  const drop = () => socket.io.engine?.close()
  const restore = () => {
    if (!socket.connected && socket.active) reconnectSocket()
  }
  window.addEventListener('offline', drop)
  window.addEventListener('online', restore)
  return () => {
    window.removeEventListener('offline', drop)
    window.removeEventListener('online', restore)
  }
}

/** Resolves when connected, or after `timeoutMs`. Without a timeout it waits until connected. */
export function whenConnected(timeoutMs?: number): Promise<void> {
  return new Promise((resolve) => {
    if (socket.connected) resolve()
    else socket.once('connect', resolve)
    if (timeoutMs !== undefined) setTimeout(resolve, timeoutMs)
  })
}

export function useIsConnected() {
  return useSyncExternalStore(subscribeToConnection, isConnected)
}

function subscribeToConnection(listener: () => void) {
  socket.on('connect', listener)
  socket.on('disconnect', listener)
  return () => {
    socket.off('connect', listener)
    socket.off('disconnect', listener)
  }
}

function handleTokenChange() {
  const token = getAccessToken()
  if (!token) {
    socket.disconnect()
    return
  }
  if (token === tokenInUse) return
  tokenInUse = token
  if (socket.connected)
    sendCommand('auth:refresh', { token }).catch((error) => log('Failed to refresh the socket token', error))
}

async function reconnectWithFreshToken(spent: string | null) {
  let delayMs = reconnectDelayMs
  try {
    tokenInUse = await refreshAccessToken(spent)
  } catch (error) {
    log(realtimeSentences.authenticationFailed, error)
    if (getAccessToken() === null) return
    delayMs = refreshRetryDelayMs
  }
  setTimeout(() => getAccessToken() && socket.connect(), delayMs)
}

socket.on('connect_error', (error) => {
  log('Connection failed', error)
  // Socket.IO reconnects automatically unless the server refused the connection, which leaves the socket inactive.
  if (!socket.active && error.message === realtimeSentences.authenticationFailed)
    reconnectWithFreshToken(getAccessToken())
})

socket.on('disconnect', (reason) => {
  if (reason === 'io server disconnect' && getAccessToken()) reconnectWithFreshToken(getAccessToken())
})
