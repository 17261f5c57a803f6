import type { Body } from '@aichat/contracts/route'
import { sessionLimits } from '@aichat/contracts/sessions'
import type { VisitorStart, visitorRoutes } from '@aichat/contracts/visitors'
import type { App } from '../app.ts'
import { newId } from '../kit/ids.ts'
import { hashToken, newOpaqueToken } from '../kit/tokens.ts'
import type { PublicProject } from '../projects/store.ts'
import { forVisitor } from '../sessions/for-visitor.ts'
import { listMessages } from '../sessions/store.ts'
import { addVisitor, currentSession, noteVisit, type Visit, type Visitor, visitorOfToken } from './store.ts'

/** Resumes the visitor of a token of this project, with their conversation; anything else begins a new visitor. */
export async function startVisit(
  app: Pick<App, 'db' | 'limits'>,
  project: PublicProject,
  body: Body<typeof visitorRoutes.start>,
  address: string,
): Promise<VisitorStart> {
  const { visitorToken } = body
  const visit = {
    pageUrl: webText(body.pageUrl),
    referrer: webText(body.referrer),
    locale: body.locale || null,
  }
  const known = visitorToken ? await visitorWithToken(app, visitorToken) : null
  if (known?.projectId === project.id) return resume(app, known, visitorToken as string, visit)

  await app.limits.take('newVisitor', address)
  const token = newOpaqueToken('vt')
  await app.db.company(project.companyId, (sql) =>
    addVisitor(
      sql,
      { id: newId(), companyId: project.companyId, projectId: project.id, tokenHash: hashToken(token) },
      visit,
    ),
  )
  return { visitorToken: token, returning: false, session: null, messages: [] }
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
      ? await listMessages(sql, session.sessionId, { limit: sessionLimits.messages })
      : { messages: [] }
    return { visitorToken, returning: true, session, messages: messages.map(forVisitor) }
  })
}

function webText(value: string | null | undefined): string | null {
  return value && /^https?:\/\//i.test(value) ? value : null
}
