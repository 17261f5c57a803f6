import type { Room } from '../kit/realtime/realtime.ts'

/** Every signed-in member of a company. */
export function companyRoom(companyId: string): Room {
  return { namespace: '/', name: `company:${companyId}` }
}

/** All visitors of a company, who receive whether agents are online. */
export function visitorsRoom(companyId: string): Room {
  return { namespace: '/visitor', name: `company:${companyId}` }
}
