import type { IncomingMessage, ServerResponse } from 'node:http'
import { commonSentences } from '@aichat/contracts/common'
import type { Access } from '@aichat/contracts/route'
import { type ApiScope, apiScopes } from '@aichat/contracts/scopes'
import compress from '@fastify/compress'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import helmet from 'helmet'
import { newId } from '../db/ids.ts'
import type { Log } from '../process/log.ts'
import type { Settings } from '../process/settings.ts'
import { noTracing, type Tracing } from '../process/tracing.ts'
import { answerError } from './error-handler.ts'
import { mountMultipart } from './multipart.ts'
import { Refusal, refuse } from './refusal.ts'
import { traceRequests } from './trace-requests.ts'

/** Who is asking: proven by the token, never by anything the request says. */
export type Caller = {
  companyId: string
  userId: string
  name: string
  role: 'Owner' | 'Admin' | 'Agent'
  signInId: string
  /** Where no person asks but a key of the company: what it is good for. `userId` and `name` are the key's own. */
  key?: { scopes: readonly ApiScope[] }
}

export type Identify = (accessToken: string) => Promise<Caller | null>

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    resources: Record<string, unknown>
  }
  interface FastifyContextConfig {
    access?: Access
    scope?: ApiScope
    whenMissing?: string
    isMultipart?: boolean
    loadResources?: (request: FastifyRequest) => Promise<void>
  }
}

export type Http = FastifyInstance

const bodyLimit = 1_000_000

export async function createHttp(
  settings: Settings,
  log: Log,
  identify: Identify,
  tracing: Tracing = noTracing,
): Promise<Http> {
  const http = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    bodyLimit,
    requestTimeout: 30_000,
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    routerOptions: { maxParamLength: 300 },
  }) as unknown as Http

  if (tracing.isOn) traceRequests(http, tracing)
  http.setValidatorCompiler((route) => {
    const validate = validatorCompiler(route as Parameters<typeof validatorCompiler>[0])
    // A request without a body is one whose every field is missing.
    return (data: unknown) => validate(data ?? {})
  })
  http.setSerializerCompiler(serializerCompiler)
  http.removeContentTypeParser('text/plain')
  const parseJson = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, body as string, done)
  })

  const pageHeaders = securityHeaders(settings)
  const apiHeaders = dataHeaders(pageHeaders)
  http.addHook('onRequest', ({ url }, reply, done) => {
    reply.headers(url.startsWith('/api/') && !isDocs(url) ? apiHeaders : pageHeaders)
    done()
  })
  // What comes in is never unpacked: a small body stays small.
  await http.register(compress, { threshold: 1024, encodings: ['gzip'], globalDecompression: false })
  http.decorateRequest('caller', null)
  http.decorateRequest('records')
  // What anybody may ask for waits for nothing.
  http.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    if (isPublicRoute(request)) done()
    else admit(request, reply).then(() => done(), done)
  })
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { access, scope, loadResources } = request.routeOptions.config
    reply.header('Cache-Control', 'no-store')
    request.caller = await identifyCaller(request, identify)
    if (!request.caller) refuse(401, commonSentences.notSignedIn)
    const { key } = request.caller
    if (key && !(scope && key.scopes.includes(scope))) refuse(403, commonSentences.notForKey)
    if (access === 'admin' && request.caller.role === 'Agent') refuse(403, commonSentences.notAllowed)
    await loadResources?.(request)
  }
  http.addHook('onRequest', (request, _, done) => {
    const sentence = hasBody(request) ? wrongType(request) : null
    done(sentence ? new Refusal(415, sentence, 'wrong_type') : undefined)
  })
  await mountMultipart(http)

  http.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply))
  await http.register(swagger, {
    openapi: {
      // From 3.1 on, a scheme that is no OAuth may name what a call asks of it.
      openapi: '3.1.0',
      info: { title: 'AI Chat Platform', version: '1' },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'What a person gets by signing in' },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: `A key of the company, like aichat_1a2b3c4d_…. Good for the calls that name a scope which it has: ${apiScopes.join(', ')}.`,
          },
        },
      },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
  })
  await http.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  http.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, () =>
    http.swagger(),
  )
  return http
}

/** Unlike any other request's, of any process. */
function requestIds(): () => string {
  const run = newId()
  let count = 0
  return () => `${run}-${(++count).toString(36)}`
}

function isPublicRoute({ is404, url, routeOptions }: FastifyRequest): boolean {
  return (
    is404 ||
    !url.startsWith('/api/') ||
    routeOptions.config.access === 'public' ||
    isDocs(routeOptions.url ?? '')
  )
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

function wrongType({ headers, routeOptions }: FastifyRequest): string | null {
  const type = headers['content-type']
  if (!routeOptions.config.isMultipart) return isJson(type) ? null : commonSentences.wrongType
  return /^multipart\/form-data\s*;/i.test(type ?? '') ? null : commonSentences.wrongUpload
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json(?:\s*;\s*charset=utf-8)?$/i.test(contentType ?? '')
}

const apiHeaderNames = [
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
]

/** Data is no page: it may load, run and frame nothing, and the rest of what a page is told does not concern it. */
function dataHeaders(ofPages: Record<string, string>): Record<string, string> {
  const kept = Object.entries(ofPages).filter(([name]) => apiHeaderNames.includes(name))
  return {
    ...Object.fromEntries(kept),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  }
}

/** What Helmet says, asked once: the headers are the same for every answer. */
function securityHeaders(settings: Settings): Record<string, string> {
  const sockets = settings.publicUrl.replace(/^http/, 'ws')
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrcElem: ["'self'"],
        // Positions of menus and virtual lists are written as attributes; elements with rules are not.
        styleSrcAttr: ["'unsafe-inline'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'https:', 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", sockets],
        mediaSrc: ["'self'", 'data:', 'blob:'],
        frameSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        // The console's one policy (console/src/kit/trusted-types.ts).
        trustedTypes: ['default'],
      },
    },
    strictTransportSecurity: settings.publicUrl.startsWith('https:'),
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  const headers: Record<string, string> = {}
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader() {},
  }
  secure({} as IncomingMessage, answer as unknown as ServerResponse, () => {})
  return headers
}
