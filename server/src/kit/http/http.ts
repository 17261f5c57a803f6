import type { Access } from '@aichat/contracts/company/permissions'
import type { ApiScope } from '@aichat/contracts/company/scopes'
import { commonSentences } from '@aichat/contracts/kit/common'
import compress from '@fastify/compress'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Db } from '../db/db.ts'
import { newId } from '../db/ids.ts'
import type { Log } from '../observability/log.ts'
import type { Tracing } from '../observability/tracing.ts'
import type { Settings } from '../process/settings.ts'
import { mountApiDocs } from './api-docs.ts'
import type { Caller, Identify } from './caller.ts'
import { createProxyTrust } from './client-address.ts'
import { answerError } from './error-handler.ts'
import { mountMultipart } from './multipart.ts'
import { requireAccess, requireDeclaredPermission } from './permissions.ts'
import type { RateLimits } from './rate-limits.ts'
import { Refusal, refuse } from './refusal.ts'
import { requestLimits as defaultLimits, type RequestLimits, toServerOptions } from './request-limits.ts'
import { createApiHeaders, createPageHeaders } from './response-headers.ts'
import { traceRequests } from './trace-requests.ts'

declare module 'fastify' {
  interface FastifyInstance {
    db: Db
    limits: RateLimits
  }
  interface FastifyRequest {
    caller: Caller | null
    resources: Record<string, unknown>
  }
  interface FastifyContextConfig {
    permission?: Access
    scope?: ApiScope
    whenMissing?: string
    isMultipart?: boolean
    acceptsForm?: boolean
    loadResources?: (request: FastifyRequest) => Promise<void>
  }
}

export type Http = FastifyInstance

const maxBodyBytes = 1_000_000
const minCompressedBytes = 1024

type Dependencies = {
  settings: Settings
  log: Log
  db: Db
  identify: Identify
  tracing: Tracing
  limits: RateLimits
  requestLimits?: RequestLimits
  /** Adds hooks that run before a request is authorized. */
  addHooks?: (http: Http) => void
}

export async function createHttp({
  settings,
  log,
  db,
  identify,
  tracing,
  limits,
  requestLimits = defaultLimits,
  addHooks,
}: Dependencies): Promise<Http> {
  const http = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(),
    bodyLimit: maxBodyBytes,
    ...toServerOptions(requestLimits),
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    routerOptions: { maxParamLength: 300 },
  }) as unknown as Http

  http.decorate('db', db)
  http.decorate('limits', limits)
  if (tracing.isOn) traceRequests(http, tracing, createProxyTrust(settings.trustProxy))
  useContractSchemas(http)
  parseJsonBodies(http)
  ignoreForms(http)
  setResponseHeaders(http, settings)
  addHooks?.(http)
  // Requests are not decompressed, so that a small body cannot expand beyond the limit.
  await http.register(compress, {
    threshold: minCompressedBytes,
    encodings: ['gzip'],
    globalDecompression: false,
  })
  authorizeRequests(http, identify)
  refuseWrongContentTypes(http)
  await mountMultipart(http)
  http.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply))
  await mountApiDocs(http)
  return http
}

/** Ids are unique across processes: a random prefix per process and a counter. */
function createRequestIds(): () => string {
  const prefix = newId()
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}

function useContractSchemas(http: Http): void {
  http.setValidatorCompiler((route) => {
    const validate = validatorCompiler(route as Parameters<typeof validatorCompiler>[0])
    // A request without a body is validated as an empty object, so that the errors name its missing fields.
    return (data: unknown) => validate(data ?? {})
  })
  http.setSerializerCompiler(serializerCompiler)
}

const formType = 'application/x-www-form-urlencoded'

function parseJsonBodies(http: Http): void {
  http.removeContentTypeParser('text/plain')
  const parseJson = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, body as string, done)
  })
}

/** Only routes that ignore the fields of a form accept one. */
function ignoreForms(http: Http): void {
  http.addContentTypeParser(formType, { parseAs: 'string' }, (_, __, done) => done(null, undefined))
}

function setResponseHeaders(http: Http, settings: Settings): void {
  const pageHeaders = createPageHeaders(settings)
  const apiHeaders = createApiHeaders(pageHeaders)
  http.addHook('onRequest', ({ url }, reply, done) => {
    reply.headers(url.startsWith('/api/') && !isDocs(url) ? apiHeaders : pageHeaders)
    done()
  })
}

/** Identifies the caller, loads the records of the path's parameters, and checks the caller's access to the route. */
function authorizeRequests(http: Http, identify: Identify): void {
  http.decorateRequest('caller', null)
  http.decorateRequest('resources')
  http.addHook('onRoute', ({ url, config }) => {
    if (isProtected(url)) requireDeclaredPermission(url, config?.permission)
  })

  async function authorize(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { loadResources, ...demands } = request.routeOptions.config
    reply.header('Cache-Control', 'no-store')
    request.caller = await identifyCaller(request, identify)
    if (!request.caller) refuse(401, commonSentences.notSignedIn)
    // Records first: for another company's record every caller gets 404.
    await loadResources?.(request)
    requireAccess(request.caller, demands)
  }

  http.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    // Public routes do not wait for a promise.
    if (isPublicRoute(request)) done()
    else authorize(request, reply).then(() => done(), done)
  })
}

function refuseWrongContentTypes(http: Http): void {
  http.addHook('onRequest', (request, _, done) => {
    const sentence = hasBody(request) ? findContentTypeError(request) : null
    done(sentence ? new Refusal(415, sentence, 'wrong_type') : undefined)
  })
}

function isPublicRoute({ is404, url, routeOptions }: FastifyRequest): boolean {
  return (
    is404 ||
    !url.startsWith('/api/') ||
    routeOptions.config.permission === 'public' ||
    isDocs(routeOptions.url ?? '')
  )
}

function isProtected(url: string): boolean {
  return url.startsWith('/api/') && !isDocs(url)
}

function isDocs(url: string): boolean {
  return /^\/api\/docs(?:[/?]|$)/.test(url)
}

function identifyCaller(request: FastifyRequest, identify: Identify): Promise<Caller | null> {
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return token ? identify(token) : Promise.resolve(null)
}

function hasBody(request: FastifyRequest): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  )
}

function findContentTypeError({ headers, routeOptions }: FastifyRequest): string | null {
  const type = headers['content-type']
  if (routeOptions.config.acceptsForm && type?.toLowerCase().startsWith(formType)) return null
  if (!routeOptions.config.isMultipart) return isJson(type) ? null : commonSentences.wrongType
  return /^multipart\/form-data\s*;/i.test(type ?? '') ? null : commonSentences.wrongUpload
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json(?:\s*;\s*charset=utf-8)?$/i.test(contentType ?? '')
}
