import type { Room } from './realtime.ts'

/** Every signed-in member of a company. */
export function companyRoom(companyId: string): Room {
  return { namespace: '/', name: `company:${companyId}` }
}

/** One member, in all tabs and browsers. */
export function userRoom(userId: string): Room {
  return { namespace: '/', name: `user:${userId}` }
}

/** One sign-in of a member: the tabs of one browser. */
export function signInRoom(signInId: string): Room {
  return { namespace: '/', name: `sign-in:${signInId}` }
}

/** One visitor, in all tabs. */
export function visitorRoom(visitorId: string): Room {
  return { namespace: '/visitor', name: `visitor:${visitorId}` }
}

/** All visitors of a company, who receive whether agents are online. */
export function visitorsRoom(companyId: string): Room {
  return { namespace: '/visitor', name: `company:${companyId}` }
}
