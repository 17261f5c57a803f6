import type { Room } from '../kit/realtime/realtime.ts'

/** One visitor, in all tabs. */
export function visitorRoom(visitorId: string): Room {
  return { namespace: '/visitor', name: `visitor:${visitorId}` }
}
