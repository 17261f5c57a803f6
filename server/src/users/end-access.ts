import type { App } from '../app.ts'
import { signInRoom, userRoom } from './rooms.ts'

type Dependencies = Pick<App, 'callers' | 'realtime'>

/** Ends tokens and connections of a user in every process. Call it after the commit that revoked the sign-ins. */
export function endAccessOfUser({ callers, realtime }: Dependencies, userId: string): void {
  callers.invalidate(userId)
  realtime.disconnect(userRoom(userId))
}

/** Ends tokens and connections of one sign-in, like endAccessOfUser. */
export function endAccessOfSignIn({ callers, realtime }: Dependencies, signInId: string): void {
  callers.invalidate(signInId)
  realtime.disconnect(signInRoom(signInId))
}
