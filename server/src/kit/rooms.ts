import type { Room } from './realtime.ts'

/** Every signed-in member of a company. */
export function companyRoom(companyId: string): Room {
  return { namespace: '/', name: `company:${companyId}` }
}

/** One visitor, in however many tabs. */
export function visitorRoom(visitorId: string): Room {
  return { namespace: '/visitor', name: `visitor:${visitorId}` }
}

/** All visitors of a company, to tell them whether people are there. */
export function visitorsRoom(companyId: string): Room {
  return { namespace: '/visitor', name: `company:${companyId}` }
}
