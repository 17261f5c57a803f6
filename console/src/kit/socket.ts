import type { AckData, Command, EventData, FailedAck, PayloadInput } from '@aichat/contracts/realtime'
import { realtimeSentences } from '@aichat/contracts/realtime'
import type { staffCommands, staffEvents } from '@aichat/contracts/staff-channel'
import { useSyncExternalStore } from 'react'
import { io, type Socket } from 'socket.io-client'
import { getAccessToken, subscribeToSignIn } from './auth-storage.ts'
import { log } from './log.ts'
import { refreshAccessToken } from './refresh-token.ts'

const ackTimeoutMs = 10_000
// Socket.IO does not hear a line that closes before its first word, and would wait 20 s for it.
const connectTimeoutMs = 6_000

type Commands = typeof staffCommands
type Events = typeof staffEvents
type Success<C extends Command> = { success: true } & AckData<C>

/** The server heard the command and said no. Anything else that `ask` throws means: nobody knows. */
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
  auth: (answer) => answer({ token: getAccessToken(), role: 'admin' }),
})

let tokenInUse: string | null = null

/** Connects while someone is signed in. Answers the function that disconnects. */
export function openSocket() {
  tokenInUse = getAccessToken()
  socket.connect()
  const stopListening = subscribeToSignIn(handleTokenChange)
  return () => {
    stopListening()
    socket.disconnect()
  }
}

export async function sendCommand<Name extends keyof Commands & string>(
  command: Name,
  payload: PayloadInput<Commands[Name]>,
): Promise<Success<Commands[Name]>> {
  // A buffered command would go out twice: once from the buffer and once from whoever sends again on reconnect.
  if (!socket.connected) throw new Error(realtimeSentences.notConnected)
  const answer = await socket.timeout(ackTimeoutMs).emitWithAck(command, payload)
  if (answer?.success !== true) throw new CommandRejectedError(answer as FailedAck)
  return answer
}

/** Gives up a link that looks alive and is not, and makes another. */
export function reconnectSocket() {
  socket.disconnect()
  socket.connect()
}

/** For what may be lost: typing. */
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
  // The server's events are typed by the contract; Socket.IO knows them only by name.
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

/** Resolves when connected, or when patience ends; without a limit it waits for as long as it takes. */
export function whenConnected(patience?: number): Promise<void> {
  return new Promise((resolve) => {
    if (socket.connected) resolve()
    else socket.once('connect', resolve)
    if (patience !== undefined) setTimeout(resolve, patience)
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
  if (socket.connected) sendCommand('auth:refresh', { token }).catch((error) => log('Token not taken', error))
}

async function reconnectWithFreshToken(spent: string | null) {
  try {
    tokenInUse = await refreshAccessToken(spent)
  } catch (error) {
    log(realtimeSentences.authenticationFailed, error)
    if (getAccessToken() === null) return
  }
  setTimeout(() => getAccessToken() && socket.connect(), 1000)
}

socket.on('connect_error', (error) => {
  log('Connection failed', error)
  // Socket.IO tries again by itself unless the server refused, which leaves the socket inactive.
  if (!socket.active && error.message === realtimeSentences.authenticationFailed)
    reconnectWithFreshToken(getAccessToken())
})

socket.on('disconnect', (reason) => {
  if (reason === 'io server disconnect' && getAccessToken()) reconnectWithFreshToken(getAccessToken())
})
