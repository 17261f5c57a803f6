import { visitorRoutes } from '@aichat/contracts/chat/visitors'
import { authSentences } from '@aichat/contracts/company/auth'
import { installationRateLimits } from '@aichat/contracts/widget/installation'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { readAttachment, receiveAttachment } from '../files/attachments.ts'
import { findVisitorAttachment } from '../files/store.ts'
import { consumeVisitorUpload } from '../files/upload-limits.ts'
import { isAllowed } from '../installation/allowed-origins.ts'
import type { CheckInEvent, CheckIns } from '../installation/check-ins.ts'
import { isId } from '../kit/db/db.ts'
import type { Http } from '../kit/http/http.ts'
import { Refusal, refuse } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import { parseLanguage } from './localize-config.ts'
import { requirePublishedProject } from './public-config.ts'
import type { PublicConfigCache } from './public-config-cache.ts'
import { findVisitorByToken, startVisit } from './start-visit.ts'
import type { Visitor } from './store.ts'
import { checkWebsiteAccess, getCallingOrigin, isFullOrigin, toCheckIn } from './website-access.ts'

const refusedHeader = 'Aichat-Refused'

type Dependencies = Pick<
  App,
  'clock' | 'db' | 'hosts' | 'limits' | 'log' | 'presence' | 'realtime' | 'settings' | 'storage'
> & { checkIns: CheckIns; configCache: PublicConfigCache }

export function mountVisitors(http: Http, app: Dependencies): void {
  const { checkIns, configCache } = app
  http.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/public/')) openToEveryOrigin(reply)
    done()
  })
  http.options('/api/public/*', { config: { permission: 'public' }, schema: { hide: true } }, (_, reply) =>
    reply
      .header('Access-Control-Allow-Methods', 'GET, POST')
      .header('Access-Control-Allow-Headers', 'Content-Type')
      .header('Access-Control-Max-Age', '86400')
      .code(204)
      .send(),
  )
  serve(
    http,
    visitorRoutes,
  )({
    config: async ({ params, query, request, reply }) => {
      const { project, serialized, maxAgeSeconds } = await configCache.find(params.publicKey, {
        language: parseLanguage(query.lang),
        isLauncher: Boolean(query.launcher),
      })
      const origin = getCallingOrigin(app, request)
      reply.header('Vary', 'Origin, Accept-Encoding')
      // The config is public. The header makes the loader show nothing on websites that are not allowed.
      const isRefused = origin !== null && !isAllowed(project, origin)
      if (isRefused) reply.header(refusedHeader, '1')
      if (isFullOrigin(origin))
        await recordCheckIn(app, checkIns, toCheckIn(project, origin, query.check), query.check)
      const isGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
      // A 304 updates stored headers but removes none, so a cached refusal would outlast its reason.
      const tag = `"${serialized.hash}${isGzip ? '-gzip' : ''}${isRefused ? '-refused' : ''}"`
      const isStored = !isRefused && !query.check
      reply
        .header('Cache-Control', isStored ? `public, max-age=${maxAgeSeconds}` : 'no-store')
        .header('ETag', tag)
      if (request.headers['if-none-match'] === tag) reply.code(304).send()
      else {
        reply.type('application/json; charset=utf-8')
        if (isGzip) reply.header('Content-Encoding', 'gzip').send(serialized.gzip)
        else reply.serializer(String).send(serialized.text)
      }
      return serialized.config
    },
    start: async ({ params, body, request, reply }) => {
      reply.header('Cache-Control', 'no-store')
      const project = await requirePublishedProject(app, params.publicKey)
      checkWebsiteAccess(app, project, request, body.pageUrl)
      return startVisit(app, project, body, {
        address: request.ip,
        userAgent: request.headers['user-agent'],
      })
    },
    attach: async ({ params, request }) => {
      const { id, companyId, projectId } = await requireVisitor(app, params.publicKey, request)
      await consumeVisitorUpload(app, companyId)
      return receiveAttachment(app, { companyId, projectId, owner: { visitorId: id } }, request)
    },
    attachment: async ({ params: { publicKey, attachmentId }, request, reply }) => {
      const visitor = await requireVisitor(app, publicKey, request)
      reply.header('Cross-Origin-Resource-Policy', 'same-origin')
      const file = isId(attachmentId)
        ? await app.db.company(visitor.companyId, (sql) => findVisitorAttachment(sql, visitor, attachmentId))
        : null
      return readAttachment(app, file)
    },
  })
}

/** Authenticates the visitor by the bearer token, which must belong to this project. */
async function requireVisitor(
  app: Pick<App, 'clock' | 'db'>,
  publicKey: string,
  request: FastifyRequest,
): Promise<Visitor> {
  const token = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  const visitor = token ? await findVisitorByToken(app, token) : null
  if (!visitor) refuse(401, authSentences.authenticationFailed)
  const project = await requirePublishedProject(app, publicKey)
  return visitor.projectId === project.id ? visitor : refuse(401, authSentences.authenticationFailed)
}

/** Check-ins are written in batches. One that a user waits for on the Installation screen is written now, rate limited. */
async function recordCheckIn(
  { limits }: Pick<App, 'limits'>,
  checkIns: CheckIns,
  seen: CheckInEvent,
  check: string | null | undefined,
): Promise<void> {
  if (!check) return checkIns.record(seen)
  try {
    await limits.consume(installationRateLimits.installCheck, `${seen.projectId} ${seen.origin}`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return checkIns.record(seen)
  }
  await checkIns.recordNow(seen)
}

/** CORS for every origin: the widget runs on any website, and these routes read no cookies. */
function openToEveryOrigin(reply: FastifyReply): void {
  reply.header('Access-Control-Allow-Origin', '*')
  reply.header('Access-Control-Expose-Headers', refusedHeader)
  reply.header('Cross-Origin-Resource-Policy', 'cross-origin')
}
