import type { Room } from '../kit/realtime/realtime.ts'

/** One member, in all tabs and browsers. */
export function userRoom(userId: string): Room {
  return { namespace: '/', name: `user:${userId}` }
}

/** One sign-in of a member: the tabs of one browser. */
export function signInRoom(signInId: string): Room {
  return { namespace: '/', name: `sign-in:${signInId}` }
}
