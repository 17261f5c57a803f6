import type { VisitorAttributes } from '@aichat/contracts/sessions'
import { visitorLimits, visitorSentences } from '@aichat/contracts/visitors'
import type { App } from '../app.ts'
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

/** Takes what the page calls its visitor, unless the website has signed who it is: a label does not change that. */
export async function updateContact(app: Dependencies, visitor: Visitor, contact: Contact): Promise<void> {
  await app.db.company(visitor.companyId, (sql) => setContact(sql, visitor.id, contact, null))
  await broadcastVisitor(app, visitor)
}

type Change = Record<string, string | number | boolean | null>

/** Adds to what is known; null forgets a name. */
export async function updateAttributes(app: Dependencies, visitor: Visitor, change: Change): Promise<void> {
  await app.db.company(visitor.companyId, async (sql) => {
    const known = new Map(Object.entries(await lockAttributes(sql, visitor.id)))
    for (const [name, value] of Object.entries(change)) {
      if (value === null) known.delete(name)
      else known.set(name, value)
    }
    if (known.size > visitorLimits.attributes) refuse(400, visitorSentences.attributes)
    const all: VisitorAttributes = Object.fromEntries(known)
    await setAttributes(sql, visitor.id, all)
  })
  await broadcastVisitor(app, visitor)
}

/** Where the visitor is now; an address that is none of the web is nowhere. */
export async function updateCurrentPage(app: Dependencies, visitor: Visitor, pageUrl: string): Promise<void> {
  if (!/^https?:\/\//i.test(pageUrl)) return
  const isNew = await app.db.company(visitor.companyId, (sql) => setCurrentPage(sql, visitor.id, pageUrl))
  if (isNew) await broadcastVisitor(app, visitor)
}

/** Shows the running conversation's visitor anew to the desk. */
export async function broadcastVisitor(app: Dependencies, { id, companyId }: Visitor): Promise<void> {
  const stored = await app.db.company(companyId, async (sql) => {
    const session = await findCurrentSession(sql, id)
    return session && session.lastSeq > 0 ? findSession(sql, session.sessionId) : null
  })
  if (stored) await broadcastSession(app, stored)
}
