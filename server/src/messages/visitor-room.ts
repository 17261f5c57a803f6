import type { Room } from '../kit/realtime/realtime.ts'

const namespace = '/visitor'

/** Every connection of a visitor. */
export function visitorRoom(visitorId: string): Room {
  return { namespace, name: tabsRoom(visitorId), secondName: `visitor-links:${visitorId}` }
}

/** The visitor in all tabs, and pages that were opened by a link to this conversation. */
export function conversationRoom(visitorId: string, sessionId: string): Room {
  return { namespace, name: tabsRoom(visitorId), secondName: linkRoom(sessionId) }
}

/** The names of the rooms that a connection of the visitor joins. */
export function listVisitorRooms({
  id,
  linkedSessionId,
}: {
  id: string
  linkedSessionId?: string
}): string[] {
  return linkedSessionId ? [`visitor-links:${id}`, linkRoom(linkedSessionId)] : [tabsRoom(id)]
}

function tabsRoom(visitorId: string): string {
  return `visitor:${visitorId}`
}

function linkRoom(sessionId: string): string {
  return `conversation-links:${sessionId}`
}
