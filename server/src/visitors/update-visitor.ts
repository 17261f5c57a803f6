import type { VisitorAttributes } from '@aichat/contracts/chat/sessions'
import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import { visitorLimits, visitorSentences } from '@aichat/contracts/chat/visitors'
import type { App } from '../app.ts'
import { companyRoom } from '../companies/rooms.ts'
import { refuse } from '../kit/http/refusal.ts'
import { findSession } from '../sessions/store.ts'
import { broadcastSession } from '../sessions/update-session.ts'
import {
  type Contact,
  findCurrentSession,
  lockAttributes,
  setAttributes,
  setContact,
  setCurrentPage,
  type Visitor,
} from './store.ts'

type Dependencies = Pick<App, 'db' | 'presence' | 'realtime'>

/** Stores the contact details that the page passes. They never replace an identity that the website has signed. */
export async function updateContact(app: Dependencies, visitor: Visitor, contact: Contact): Promise<void> {
  await app.db.company(visitor.companyId, (sql) => setContact(sql, visitor.id, contact, null))
  await broadcastVisitor(app, visitor)
}

type AttributeChanges = Record<string, string | number | boolean | null>

/** Merges the changes into the visitor's attributes; null removes an attribute. */
export async function updateAttributes(
  app: Dependencies,
  visitor: Visitor,
  changes: AttributeChanges,
): Promise<void> {
  await app.db.company(visitor.companyId, async (sql) => {
    const merged = new Map(Object.entries(await lockAttributes(sql, visitor.id)))
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) merged.delete(name)
      else merged.set(name, value)
    }
    if (merged.size > visitorLimits.attributes) refuse(400, visitorSentences.attributes)
    const attributes: VisitorAttributes = Object.fromEntries(merged)
    await setAttributes(sql, visitor.id, attributes)
  })
  await broadcastVisitor(app, visitor)
}

/** Stores the page that the visitor is on. Addresses other than http(s) are ignored. */
export async function updateCurrentPage(app: Dependencies, visitor: Visitor, pageUrl: string): Promise<void> {
  if (!/^https?:\/\//i.test(pageUrl)) return
  const hasChanged = await app.db.company(visitor.companyId, (sql) =>
    setCurrentPage(sql, visitor.id, pageUrl),
  )
  if (hasChanged) await broadcastVisitor(app, visitor)
}

/** Broadcasts the visitor's current conversation to the company, with the visitor's new details, whole and as a patch. */
export async function broadcastVisitor(app: Dependencies, visitor: Visitor): Promise<void> {
  const { companyId } = visitor
  const stored = await app.db.company(companyId, async (sql) => {
    const session = await findCurrentSession(sql, visitor)
    return session && session.lastSeq > 0 ? findSession(sql, session.sessionId) : null
  })
  if (!stored) return
  await broadcastSession(app, stored)
  const { sessionId, pageUrl, revision } = stored
  const data = { sessionId, patch: { visitor: stored.visitor, pageUrl, revision } }
  app.realtime.publish(companyRoom(companyId), staffEvents, 'session:patched', data)
}
