import { authSentences } from '@aichat/contracts/company/auth'
import type { App } from '../app.ts'
import { refuse } from '../kit/http/refusal.ts'
import { signInRoom } from '../users/rooms.ts'
import type { StaffContext, StaffIdentity } from './types.ts'

/**
 * A connection outlives its token by this time, so that the client can present a new one. The access check closes it at
 * most five seconds later, after a minute.
 */
const tokenGraceMs = 55_000

/** Identifies the caller of an access token; null when it is invalid or their access has ended. */
export async function identifyStaff(
  app: Pick<App, 'callers' | 'tokens'>,
  token: unknown,
): Promise<StaffIdentity | null> {
  const claims = await app.tokens.readAccess(token)
  const caller = claims && (await app.callers.identify(token as string))
  return claims && caller ? { caller, expiresAt: claims.expiresAt + tokenGraceMs } : null
}

/** Loads the caller's current name and role. Disconnects the socket when their access has been revoked. */
export async function refreshCaller(app: Pick<App, 'callers'>, context: StaffContext): Promise<void> {
  const caller = await app.callers.get(context.caller)
  if (!caller) {
    context.socket.disconnect(true)
    refuse(401, authSentences.authenticationFailed)
  }
  context.caller = caller
}

/** Replaces the token of a connection. The new token must belong to the same user. */
export async function replaceToken(
  app: Pick<App, 'callers' | 'tokens'>,
  context: StaffContext,
  token: unknown,
): Promise<void> {
  const { socket, caller } = context
  const renewed = await identifyStaff(app, token)
  if (renewed?.caller.userId !== caller.userId) refuse(401, authSentences.authenticationFailed)
  socket.leave(signInRoom(caller.signInId).name)
  socket.join(signInRoom(renewed.caller.signInId).name)
  Object.assign(context, renewed)
}
