import { commonSentences } from '@aichat/contracts/common'
import type { Access, Answer, Body, ParamName, Query, Route, RouteTable } from '@aichat/contracts/route'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import {
  hasZodFastifySchemaValidationErrors,
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { notFound, Refusal, refuse } from './errors.ts'
import { newId } from './ids.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'

/** Who is asking: proven by the token, never by anything the request says. */
export type Caller = {
  companyId: string
  userId: string
  name: string
  role: 'Owner' | 'Admin' | 'Agent'
  signInId: string
}

export type Identify = (accessToken: string) => Promise<Caller | null>

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    records: Record<string, unknown>
  }
  interface FastifyContextConfig {
    access?: Access
    whenMissing?: string
    openRecords?: (request: FastifyRequest) => Promise<void>
  }
}

export type Http = FastifyInstance

const bodyLimit = 1_000_000

export async function createHttp(settings: Settings, log: Log, identify: Identify): Promise<Http> {
  const http = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    bodyLimit,
    requestTimeout: 30_000,
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    routerOptions: { maxParamLength: 300 },
  }) as unknown as Http

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

  await secure(http, settings)
  await http.register(compress, { threshold: 1024, encodings: ['gzip'] })
  http.decorateRequest('caller', null)
  http.decorateRequest('records')
  http.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
    const { access, openRecords } = request.routeOptions.config
    const isOpen = access === 'public' || /^\/api\/docs(?:\/|$)/.test(request.routeOptions.url ?? '')
    if (request.is404 || !request.url.startsWith('/api/') || isOpen) return
    reply.header('Cache-Control', 'no-store')
    request.caller = await callerOf(request, identify)
    if (!request.caller) refuse(401, commonSentences.notSignedIn)
    if (access === 'admin' && request.caller.role === 'Agent') refuse(403, commonSentences.notAllowed)
    await openRecords?.(request)
  })
  http.addHook('onRequest', async (request) => {
    if (hasBody(request) && !isJson(request.headers['content-type'])) refuse(415, commonSentences.wrongType)
  })

  http.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply))
  await http.register(swagger, {
    openapi: {
      info: { title: 'AI Chat Platform', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
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

function callerOf(request: FastifyRequest, identify: Identify): Promise<Caller | null> {
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return token ? identify(token) : Promise.resolve(null)
}

function hasBody(request: FastifyRequest): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  )
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json(?:\s*;\s*charset=utf-8)?$/i.test(contentType ?? '')
}

async function secure(http: Http, settings: Settings): Promise<void> {
  const sockets = settings.publicUrl.replace(/^http/, 'ws')
  await http.register(helmet, {
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
      },
    },
    strictTransportSecurity: settings.publicUrl.startsWith('https:'),
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error, request)
  if (!refusal)
    request.log.error({ err: error, method: request.method, url: request.routeOptions.url }, 'failed')
  if (refusal?.retryAfterSeconds !== undefined) reply.header('Retry-After', String(refusal.retryAfterSeconds))
  return reply.code(refusal?.status ?? 500).send(failureBody(refusal, request))
}

function failureBody(refusal: Refusal | null, request: FastifyRequest) {
  return {
    success: false,
    message: refusal?.message ?? commonSentences.unexpected,
    code: refusal?.code ?? 'unexpected',
    requestId: request.id,
    ...(refusal?.errors ? { errors: refusal.errors } : {}),
  }
}

function asRefusal(error: FastifyError, request: FastifyRequest): Refusal | null {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) return invalid(error.validation, request)
  const status = error.statusCode ?? 500
  if (status < 400 || status >= 500) return null
  if (status === 413) return new Refusal(413, commonSentences.tooLarge, 'too_large')
  if (status === 415) return new Refusal(415, commonSentences.wrongType, 'wrong_type')
  return new Refusal(status, commonSentences.badInput, 'bad_input')
}

type Issue = { instancePath: string; message?: string }

/** One sentence for the form, and one for each field that is wrong. */
function invalid(issues: unknown[], request: FastifyRequest): Refusal {
  const errors = new Map<string, string>()
  for (const { instancePath, message } of issues as Issue[]) {
    const field = instancePath.slice(1).replaceAll('/', '.')
    if (field && !errors.has(field)) errors.set(field, message || commonSentences.badInput)
  }
  const fields = [...errors].map(([field, message]) => ({ field, message }))
  const { whenMissing } = request.routeOptions.config
  const isMissing = fields.some(({ field }) =>
    isBlank((request.body as Record<string, unknown> | null)?.[field]),
  )
  const message = whenMissing && isMissing ? whenMissing : (fields[0]?.message ?? commonSentences.badInput)
  return new Refusal(400, message, 'bad_input', fields.length > 0 ? fields : undefined)
}

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === ''
}

/** Finds the record that a path parameter names, if it is the caller's; null when there is none, or it is another's. */
export type Door<Found> = (caller: Caller, params: Record<string, string>) => Promise<Found | null>
export type Doors = Record<string, Door<object>>

type Records<D extends Doors, Path extends string> = {
  [Name in ParamName<Path> & keyof D as Name extends `${infer Noun}Id` ? Noun : Name]: NonNullable<
    Awaited<ReturnType<D[Name]>>
  >
}

type Handled<R extends Route, D extends Doors> = {
  caller: R extends { access: 'public' } ? null : Caller
  /** Parameters that are not ids of records: a template's key, a public key, a token. */
  params: Record<Exclude<ParamName<R['path']>, keyof D>, string>
  body: Body<R>
  query: Query<R>
  request: FastifyRequest
  reply: FastifyReply
} & Records<D, R['path']>

export type Handlers<Table extends RouteTable, D extends Doors> = {
  [Name in keyof Table]: (
    handled: Handled<Table[Name], D>,
  ) => Promise<Answer<Table[Name]>> | Answer<Table[Name]>
}

/**
 * Mounts a table of the contract. A parameter with a door reaches its handler as the record, proven to be the
 * caller's; before that, nothing of the body has been looked at.
 */
export function serve<const Table extends RouteTable, D extends Doors = Record<never, never>>(
  http: Http,
  table: Table,
  doors: D = {} as D,
): (handlers: Handlers<Table, D>) => void {
  return (handlers) => {
    for (const [name, route] of Object.entries(table)) {
      const handler = handlers[name as keyof Table] as (handled: object) => unknown
      http.route({
        method: route.method,
        url: route.path,
        schema: {
          summary: route.summary,
          ...(route.access === 'public' ? { security: [] } : {}),
          ...(route.body ? { body: route.body } : {}),
          ...(route.query ? { querystring: route.query } : {}),
          response: { [route.status ?? 200]: envelope(route) },
        },
        config: {
          access: route.access ?? 'member',
          whenMissing: route.whenMissing,
          openRecords: recordOpener(route.path, doors),
        },
        handler: async (request, reply) => {
          const { caller, params, body, query, records } = request
          const answer = await handler({ caller, params, body, query, request, reply, ...records })
          if (reply.sent) return reply
          return reply
            .code(route.status ?? 200)
            .send(
              route.reply
                ? { success: true, ...(answer as object) }
                : { success: true, data: answer ?? null },
            )
        },
      })
    }
  }
}

function envelope(route: Route): z.ZodMiniType {
  const success = z.literal(true)
  if (route.reply) return z.extend(route.reply as z.ZodMiniObject, { success })
  return z.object({ success, data: route.answer ?? z.null() })
}

function recordOpener(path: string, doors: Doors) {
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string).filter((name) => doors[name])
  if (names.length === 0) return undefined
  return async (request: FastifyRequest) => {
    request.records = {}
    for (const name of names) {
      const record = await doors[name]?.(request.caller as Caller, request.params as Record<string, string>)
      if (!record) notFound()
      request.records[name.replace(/Id$/, '')] = record
    }
  }
}
