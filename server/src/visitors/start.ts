import { messageLimits } from '@aichat/contracts/messages'
import type { Body } from '@aichat/contracts/route'
import { type VisitorStart, visitorLimits, type visitorRoutes } from '@aichat/contracts/visitors'
import type { App } from '../app.ts'
import { type Identity, readIdentity } from '../identity/read-token.ts'
import { newId } from '../kit/db/ids.ts'
import { hashToken, newOpaqueToken } from '../kit/security/tokens.ts'
import type { PublicProject } from '../projects/store.ts'
import { forVisitor } from '../sessions/for-visitor.ts'
import { listMessages } from '../sessions/message-store.ts'
import { showVisitor } from './identify.ts'
import {
  addVisitor,
  currentSession,
  externalIdOf,
  nameVisitor,
  noteVisit,
  type Visit,
  type Visitor,
  visitorOfToken,
} from './store.ts'

type Parts = Pick<App, 'db' | 'limits' | 'clock' | 'settings' | 'log' | 'presence' | 'realtime'>

/** Resumes the visitor of a token of this project, with their conversation; anything else begins a new visitor. */
export async function startVisit(
  app: Parts,
  project: PublicProject,
  body: Body<typeof visitorRoutes.start>,
  { address, userAgent }: { address: string; userAgent: string | undefined },
): Promise<VisitorStart> {
  const { visitorToken } = body
  const visit = {
    pageUrl: webText(body.pageUrl),
    referrer: webText(body.referrer),
    locale: body.locale || null,
    userAgent: userAgent?.slice(0, visitorLimits.userAgent) || null,
  }
  const scope = { companyId: project.companyId, projectId: project.id }
  const read = body.identity ? await readIdentity(app, scope, body.identity) : null
  const identity = read && 'identity' in read ? read.identity : null
  const externalId = read && ('identity' in read ? read.identity.externalId : read.externalId)
  const problem = read && 'problem' in read ? { identityProblem: read.problem } : {}
  const known = visitorToken ? await visitorWithToken(app, visitorToken) : null
  if (known?.projectId === project.id && (await mayBe(app, known, externalId))) {
    if (identity) await believe(app, known, identity)
    return { ...(await resume(app, known, visitorToken as string, visit)), ...problem }
  }

  await app.limits.consume('newVisitor', address)
  const token = newOpaqueToken('vt')
  const visitor = { id: newId(), ...scope }
  await app.db.company(project.companyId, async (sql) => {
    await addVisitor(sql, { ...visitor, tokenHash: hashToken(token) }, visit)
    if (identity) await nameVisitor(sql, visitor.id, identity, identity.externalId)
  })
  return {
    visitorToken: token,
    returning: false,
    session: null,
    messages: [],
    verified: identity !== null,
    ...problem,
  }
}

/** Who signs in as somebody else on the same browser must not find the other one's conversation. */
async function mayBe({ db }: Pick<App, 'db'>, visitor: Visitor, externalId: string | null): Promise<boolean> {
  if (!externalId) return true
  const known = await db.company(visitor.companyId, (sql) => externalIdOf(sql, visitor.id))
  return known === null || known === externalId
}

async function believe(app: Parts, visitor: Visitor, identity: Identity): Promise<void> {
  await app.db.company(visitor.companyId, (sql) =>
    nameVisitor(sql, visitor.id, identity, identity.externalId),
  )
  await showVisitor(app, visitor)
}

export function visitorWithToken({ db }: Pick<App, 'db'>, token: string): Promise<Visitor | null> {
  return db.lookup((sql) => visitorOfToken(sql, hashToken(token)))
}

function resume(
  { db }: Pick<App, 'db'>,
  visitor: Visitor,
  visitorToken: string,
  visit: Visit,
): Promise<VisitorStart> {
  return db.company(visitor.companyId, async (sql) => {
    await noteVisit(sql, visitor.id, visit)
    const session = await currentSession(sql, visitor.id)
    const { messages } = session
      ? await listMessages(sql, session.sessionId, { limit: messageLimits.pageSize })
      : { messages: [] }
    const verified = (await externalIdOf(sql, visitor.id)) !== null
    return { visitorToken, returning: true, session, messages: messages.map(forVisitor), verified }
  })
}

function webText(value: string | null | undefined): string | null {
  return value && /^https?:\/\//i.test(value) ? value : null
}
