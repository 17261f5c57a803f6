import type { AckData, Command, EventData, PayloadInput, Refused } from '@aichat/contracts/realtime'
import { realtimeSentences } from '@aichat/contracts/realtime'
import type { staffCommands, staffEvents } from '@aichat/contracts/staff-channel'
import { useSyncExternalStore } from 'react'
import { io, type Socket } from 'socket.io-client'
import { log } from './log.ts'
import { freshToken } from './refresh.ts'
import { accessToken, onSignInChange } from './storage.ts'

const ackTimeout = 10_000
// Socket.IO does not hear a line that closes before its first word, and would wait 20 s for it.
const connectTimeout = 6_000

type Commands = typeof staffCommands
type Events = typeof staffEvents
type Success<C extends Command> = { success: true } & AckData<C>

/** The server heard the command and said no. Anything else that `ask` throws means: nobody knows. */
export class AskRefused extends Error {
  readonly code: string | undefined

  constructor({ error, code }: Refused) {
    super(error)
    this.code = code
  }
}

const socket: Socket = io({
  autoConnect: false,
  transports: ['websocket', 'polling'],
  timeout: connectTimeout,
  auth: (answer) => answer({ token: accessToken(), role: 'admin' }),
})

let tokenInUse: string | null = null

/** Connects while someone is signed in. Answers the function that disconnects. */
export function openSocket() {
  tokenInUse = accessToken()
  socket.connect()
  const stopListening = onSignInChange(followToken)
  return () => {
    stopListening()
    socket.disconnect()
  }
}

export async function ask<Name extends keyof Commands & string>(
  command: Name,
  payload: PayloadInput<Commands[Name]>,
): Promise<Success<Commands[Name]>> {
  // A buffered command would go out twice: once from the buffer and once from whoever sends again on reconnect.
  if (!socket.connected) throw new Error(realtimeSentences.notConnected)
  const answer = await socket.timeout(ackTimeout).emitWithAck(command, payload)
  if (answer?.success !== true) throw new AskRefused(answer as Refused)
  return answer
}

/** Gives up a link that looks alive and is not, and makes another. */
export function renewSocket() {
  socket.disconnect()
  socket.connect()
}

/** For what may be lost: typing. */
export function tell<Name extends keyof Commands & string>(
  command: Name,
  payload: PayloadInput<Commands[Name]>,
) {
  if (socket.connected) socket.volatile.emit(command, payload)
}

export function on<Name extends keyof Events & string>(
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
  return useSyncExternalStore(watchConnection, isConnected)
}

function watchConnection(listener: () => void) {
  socket.on('connect', listener)
  socket.on('disconnect', listener)
  return () => {
    socket.off('connect', listener)
    socket.off('disconnect', listener)
  }
}

function followToken() {
  const token = accessToken()
  if (!token) {
    socket.disconnect()
    return
  }
  if (token === tokenInUse) return
  tokenInUse = token
  if (socket.connected) ask('auth:refresh', { token }).catch((error) => log('Token not taken', error))
}

async function comeBack(spent: string | null) {
  try {
    tokenInUse = await freshToken(spent)
  } catch (error) {
    log(realtimeSentences.authenticationFailed, error)
    if (accessToken() === null) return
  }
  setTimeout(() => accessToken() && socket.connect(), 1000)
}

socket.on('connect_error', (error) => {
  log('Connection failed', error)
  // Socket.IO tries again by itself unless the server refused, which leaves the socket inactive.
  if (!socket.active && error.message === realtimeSentences.authenticationFailed) comeBack(accessToken())
})

socket.on('disconnect', (reason) => {
  if (reason === 'io server disconnect' && accessToken()) comeBack(accessToken())
})
