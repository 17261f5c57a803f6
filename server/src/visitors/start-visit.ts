import { messageLimits } from '@aichat/contracts/chat/messages'
import {
  type VisitorStart,
  visitorLimits,
  visitorRateLimits,
  type visitorRoutes,
  visitorSentences,
} from '@aichat/contracts/chat/visitors'
import type { Body } from '@aichat/contracts/kit/route'
import type { App } from '../app.ts'
import { type Identity, verifyIdentityToken } from '../identity/verify-token.ts'
import { newId } from '../kit/db/ids.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { hashToken, newOpaqueToken } from '../kit/security/tokens.ts'
import { listMessages, toVisitorMessage } from '../messages/store.ts'
import type { PublicProject } from '../projects/store.ts'
import { isConversationLink } from './conversation-link.ts'
import { findVisitorByLink } from './link-store.ts'
import {
  addVisitor,
  findCurrentSession,
  findVisitorByTokenHash,
  getContact,
  getExternalId,
  setContact,
  updateVisit,
  type Visit,
  type Visitor,
} from './store.ts'
import { broadcastVisitor } from './update-visitor.ts'

type Dependencies = Pick<App, 'db' | 'limits' | 'clock' | 'settings' | 'log' | 'presence' | 'realtime'>

/** Resumes the visitor of a token that belongs to this project, with their conversation; otherwise creates a visitor. */
export async function startVisit(
  app: Dependencies,
  project: PublicProject,
  body: Body<typeof visitorRoutes.start>,
  { address, userAgent }: { address: string; userAgent: string | undefined },
): Promise<VisitorStart> {
  const { visitorToken } = body
  if (visitorToken && isConversationLink(visitorToken)) return openLink(app, project, visitorToken)
  const visit = {
    pageUrl: toWebUrl(body.pageUrl),
    referrer: toWebUrl(body.referrer),
    locale: body.locale || null,
    userAgent: userAgent?.slice(0, visitorLimits.userAgent) || null,
  }
  const scope = { companyId: project.companyId, projectId: project.id }
  const read = body.identity ? await verifyIdentityToken(app, scope, body.identity) : null
  const identity = read && 'identity' in read ? read.identity : null
  const externalId = read && ('identity' in read ? read.identity.externalId : read.externalId)
  const problem = read && 'problem' in read ? { identityProblem: read.problem } : {}
  const known = visitorToken ? await findVisitorByToken(app, visitorToken) : null
  if (known?.projectId === project.id && (await matchesIdentity(app, known, externalId))) {
    if (identity) await applyIdentity(app, known, identity)
    return { ...(await resumeVisit(app, known, visitorToken as string, visit)), ...problem }
  }

  await app.limits.consume(visitorRateLimits.newVisitor, address)
  const token = newOpaqueToken('vt')
  const visitor = { id: newId(), ...scope }
  await app.db.company(project.companyId, async (sql) => {
    await addVisitor(sql, { ...visitor, tokenHash: hashToken(token) }, visit)
    if (identity) await setContact(sql, visitor.id, identity, identity.externalId)
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

/** False when another customer has signed in on the same browser: they must not see the first one's conversation. */
async function matchesIdentity(
  { db }: Pick<App, 'db'>,
  visitor: Visitor,
  externalId: string | null,
): Promise<boolean> {
  if (!externalId) return true
  const known = await db.company(visitor.companyId, (sql) => getExternalId(sql, visitor.id))
  return known === null || known === externalId
}

async function applyIdentity(app: Dependencies, visitor: Visitor, identity: Identity): Promise<void> {
  await app.db.company(visitor.companyId, (sql) => setContact(sql, visitor.id, identity, identity.externalId))
  await broadcastVisitor(app, visitor)
}

/** The token is a visitor's own or that of a link to one conversation. */
export function findVisitorByToken(
  { clock, db }: Pick<App, 'clock' | 'db'>,
  token: string,
): Promise<Visitor | null> {
  return db.lookup((sql) =>
    isConversationLink(token)
      ? findVisitorByLink(sql, hashToken(token), new Date(clock.now()).toISOString())
      : findVisitorByTokenHash(sql, hashToken(token)),
  )
}

/** The page of the link is not the website, so nothing of this visit is stored. */
async function openLink(app: Dependencies, project: PublicProject, token: string): Promise<VisitorStart> {
  const visitor = await findVisitorByToken(app, token)
  if (visitor?.projectId !== project.id) throw new Refusal(404, visitorSentences.linkExpired, 'not_found')
  return resumeVisit(app, visitor, token, null)
}

function resumeVisit(
  { db }: Pick<App, 'db'>,
  visitor: Visitor,
  visitorToken: string,
  visit: Visit | null,
): Promise<VisitorStart> {
  return db.company(visitor.companyId, async (sql) => {
    if (visit) await updateVisit(sql, visitor.id, visit)
    const session = await findCurrentSession(sql, visitor)
    const { messages } = session
      ? await listMessages(sql, session.sessionId, { limit: messageLimits.pageSize })
      : { messages: [] }
    const contact = await getContact(sql, visitor)
    const verified = (await getExternalId(sql, visitor.id)) !== null
    return {
      visitorToken,
      returning: true,
      session,
      messages: messages.map(toVisitorMessage),
      contact,
      verified,
    }
  })
}

function toWebUrl(value: string | null | undefined): string | null {
  return value && /^https?:\/\//i.test(value) ? value : null
}
