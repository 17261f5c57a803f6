import type { App } from '../app.ts'
import { signInRoom, userRoom } from '../kit/realtime/rooms.ts'

type Parts = Pick<App, 'callers' | 'realtime'>

/** Ends tokens and connections of a user in every process. Call it after the commit that revoked the sign-ins. */
export function endAccessOfUser({ callers, realtime }: Parts, userId: string): void {
  callers.invalidate(userId)
  realtime.disconnect(userRoom(userId))
}

/** Ends tokens and connections of one sign-in, like endAccessOfUser. */
export function endAccessOfSignIn({ callers, realtime }: Parts, signInId: string): void {
  callers.invalidate(signInId)
  realtime.disconnect(signInRoom(signInId))
}
