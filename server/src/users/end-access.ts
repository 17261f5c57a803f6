import type { App } from '../app.ts'
import { signInRoom, userRoom } from '../kit/realtime/rooms.ts'

type Parts = Pick<App, 'callers' | 'realtime'>

/** After the commit that ended a person's sign-ins: their tokens and connections end too, in every process. */
export function endAccessOfUser({ callers, realtime }: Parts, userId: string): void {
  callers.invalidate(userId)
  realtime.disconnect(userRoom(userId))
}

/** The same for one sign-in. */
export function endAccessOfSignIn({ callers, realtime }: Parts, signInId: string): void {
  callers.invalidate(signInId)
  realtime.disconnect(signInRoom(signInId))
}
