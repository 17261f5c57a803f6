import { authSentences } from '@aichat/contracts/auth'
import type { Socket } from 'socket.io'
import type { App } from '../app.ts'
import type { Caller } from '../kit/http/http.ts'
import { refuse } from '../kit/http/refusal.ts'
import { signInRoom } from '../kit/realtime/rooms.ts'
import type { StaffContext } from './socket.ts'

/** A connection outlives its token by this time, so that the client can present a new one. */
const tokenGraceMs = 60_000

/** Identifies the caller of an access token, and disconnects the socket after the token's grace time. */
export async function authenticateStaff(app: App, socket: Socket, token: unknown): Promise<Caller | null> {
  const claims = await app.tokens.readAccess(token)
  const caller = claims && (await app.callers.identify(token as string))
  if (!claims || !caller) return null
  clearTimeout(socket.data.expiry)
  socket.data.expiry = setTimeout(
    () => socket.disconnect(true),
    claims.expiresAt + tokenGraceMs - app.clock.now(),
  ).unref()
  return caller
}

/** Loads the caller's current name and role. Disconnects the socket when their access has been revoked. */
export async function refreshCaller(app: App, context: StaffContext): Promise<void> {
  const caller = await app.callers.get(context.caller)
  if (!caller) {
    context.socket.disconnect(true)
    refuse(401, authSentences.authenticationFailed)
  }
  context.caller = caller
}

/** Replaces the token of a connection. The new token must belong to the same user. */
export async function replaceToken(app: App, context: StaffContext, token: unknown): Promise<void> {
  const { socket, caller } = context
  const renewed = await authenticateStaff(app, socket, token)
  if (renewed?.userId !== caller.userId) refuse(401, authSentences.authenticationFailed)
  socket.leave(signInRoom(caller.signInId).name)
  socket.join(signInRoom(renewed.signInId).name)
  context.caller = renewed
}
