import type { Readable } from 'node:stream'
import type {
  Body,
  ParamName,
  Query,
  Route,
  RouteAccess,
  RouteResponse,
  RouteTable,
} from '@aichat/contracts/kit/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Sql } from '../db/db.ts'
import type { Actor, Caller } from './caller.ts'
import { describeAccess } from './describe-access.ts'
import type { Http } from './http.ts'
import { requireDeclaredAccess } from './permissions.ts'
import { consumeDeclared } from './rate-limits.ts'
import { notFound } from './refusal.ts'

/**
 * Loads the record of a path parameter in a transaction of the caller's company; null when it does not exist or belongs to
 * another tenant.
 */
export type Guard<Found> = (sql: Sql, params: Record<string, string>) => Promise<Found | null> | null
export type Guards = Record<string, Guard<object>>

type Records<D extends Guards, Path extends string> = {
  [Name in ParamName<Path> & keyof D as Name extends `${infer Noun}Id` ? Noun : Name]: NonNullable<
    Awaited<ReturnType<D[Name]>>
  >
}

type PublicRoute = { access: { permission: 'public' } }

type Handled<R extends Route, D extends Guards> = {
  caller: R extends PublicRoute ? null : Caller
  /** The caller with the client's IP address and what the route may record, for the audit log. */
  actor: R extends PublicRoute ? null : Caller & Actor
  /** Path parameters without a guard: a template key, a public key, a token. */
  params: Record<Exclude<ParamName<R['path']>, keyof D>, string>
  body: Body<R>
  query: Query<R>
  request: FastifyRequest
  reply: FastifyReply
} & Records<D, R['path']>

/**
 * A result that is serialized already. Other results are validated against their contract, which costs more for fifty rows
 * than the rest of the request.
 */
export class PreserializedJson {
  constructor(readonly json: string) {}
}

/** A result that is a file. Browsers download it and never execute its content. */
export class Download {
  constructor(
    readonly content: Readable | string,
    readonly file: { name: string; mime: string; size?: number },
  ) {}
}

type RouteResult<R extends Route> = R extends { download: string }
  ? Download
  : RouteResponse<R> | PreserializedJson

class AfterCommit<Result> {
  constructor(readonly complete: () => Promise<Result> | Result) {}
}

/**
 * Returned by a handler, completes the request after its transaction has committed: for broadcasts and for anything slow.
 * The result of `complete` is the result of the handler. If it fails, the change stays. It must not send statements.
 */
export function afterCommit<Result>(complete: () => Promise<Result> | Result): AfterCommit<Result> {
  return new AfterCommit(complete)
}

class WithoutTransaction<Handler> {
  constructor(readonly handler: Handler) {}
}

/**
 * A handler that gets no transaction, because it awaits something slow first, such as an upload, a page, a model or a
 * password hash, because it needs several transactions, or because it needs none.
 */
export function withoutTransaction<Handler>(handler: Handler): WithoutTransaction<Handler> {
  return new WithoutTransaction(handler)
}

type Answer<R extends Route> = Promise<RouteResult<R>> | RouteResult<R>
type PlainHandler<R extends Route, D extends Guards> = (handled: Handled<R, D>) => Answer<R>
/**
 * Runs in one transaction of the caller's company, which an error rolls back. It runs again after a deadlock, so effects
 * outside the database belong in `afterCommit`.
 */
type TransactionHandler<R extends Route, D extends Guards> = (
  handled: Handled<R, D> & { sql: Sql },
) => Answer<R> | Promise<RouteResult<R> | AfterCommit<RouteResult<R>>>

type RouteHandler<R extends Route, D extends Guards> = R extends PublicRoute
  ? PlainHandler<R, D>
  : TransactionHandler<R, D> | WithoutTransaction<PlainHandler<R, D>>

export type Handlers<Table extends RouteTable, D extends Guards> = {
  [Name in keyof Table]: RouteHandler<Table[Name], D>
}

/**
 * Mounts a contract table. Guards load the records of path parameters before the body is parsed, so a handler receives
 * records of the caller's company only. Then the call is counted against the rate limits of its contract.
 */
export function serve<const Table extends RouteTable, D extends Guards = Record<never, never>>(
  http: Http,
  table: Table,
  guards: D = {} as D,
): (handlers: Handlers<Table, D>) => void {
  return (handlers) => {
    for (const [name, route] of Object.entries(table)) {
      const { permission, rateLimit, audit } = requireDeclared(route)
      const auditActions = audit === 'none' ? [] : audit
      const handler = handlers[name as keyof Table] as UntypedHandler
      http.route({
        method: route.method,
        url: route.path,
        ...(route.isPrecompressed ? { compress: false } : {}),
        schema: {
          summary: route.summary,
          description: describeAccess(route),
          ...getSecurity(route),
          ...(route.body ? { body: route.body } : {}),
          ...(route.multipart ? { consumes: ['multipart/form-data'] } : {}),
          ...(route.query ? { querystring: route.query } : {}),
          ...(route.download ? {} : { response: { [route.status ?? 200]: createResponseSchema(route) } }),
        },
        config: {
          permission,
          scope: route.scope,
          whenMissing: route.requiredMessage,
          isMultipart: route.multipart !== undefined,
          acceptsForm: route.acceptsForm ?? false,
          loadResources: createResourceLoader(http, route.path, guards),
        },
        handler: async (request, reply) => {
          const { caller, params, body, query, resources } = request
          const keys = { address: request.ip, user: caller?.userId, company: caller?.companyId }
          await consumeDeclared(http.limits, rateLimit, keys)
          const actor = caller && { ...caller, address: request.ip, auditActions }
          const handled = { caller, actor, params, body, query, request, reply, ...resources }
          const answer = await runHandler(http, caller, handler, handled)
          if (reply.sent) return reply
          if (answer instanceof Download) return sendDownload(reply, answer)
          if (answer instanceof PreserializedJson) {
            return reply
              .type('application/json; charset=utf-8')
              .serializer(returnAsIs)
              .send(`{"success":true,"data":${answer.json}}`)
          }
          return reply
            .code(route.status ?? 200)
            .send(
              route.responseBody
                ? { success: true, ...(answer as object) }
                : { success: true, data: answer ?? null },
            )
        },
      })
    }
  }
}

type UntypedHandler =
  | ((handled: object) => Promise<unknown>)
  | WithoutTransaction<(handled: object) => unknown>

async function runHandler(
  { db }: Http,
  caller: Caller | null,
  handler: UntypedHandler,
  handled: object,
): Promise<unknown> {
  if (handler instanceof WithoutTransaction) return handler.handler(handled)
  if (!caller) return handler(handled)
  const answer = await db.company(caller.companyId, async (sql) => handler({ ...handled, sql }))
  return answer instanceof AfterCommit ? answer.complete() : answer
}

/** Types demand the same; this holds for tables whose type was lost. */
function requireDeclared({ path, access }: Route): RouteAccess {
  requireDeclaredAccess(path, access)
  if (!access.audit) throw new Error(`${path} declares no audit actions`)
  return access
}

function getSecurity({ access: { permission }, scope }: Route): { security?: Record<string, string[]>[] } {
  if (permission === 'public') return { security: [] }
  return scope ? { security: [{ bearer: [] }, { apiKey: [scope] }] } : {}
}

function returnAsIs(text: string): string {
  return text
}

function sendDownload(reply: FastifyReply, { content, file }: Download): FastifyReply {
  const { name, mime, size } = file
  if (size !== undefined) reply.header('Content-Length', size)
  return reply
    .header('Content-Disposition', `attachment; filename="file"; filename*=UTF-8''${encodeHeaderValue(name)}`)
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'no-store')
    .type(mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime)
    .send(content)
}

function encodeHeaderValue(name: string): string {
  return encodeURIComponent(name).replace(/['()*!]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
}

function createResponseSchema(route: Route): z.ZodMiniType {
  const success = z.literal(true)
  if (route.responseBody) return z.extend(route.responseBody as z.ZodMiniObject, { success })
  return z.object({ success, data: route.response ?? z.null() })
}

/** Loads the records of all path parameters in one transaction. */
function createResourceLoader({ db }: Http, path: string, guards: Guards) {
  const guarded = [...path.matchAll(/:(\w+)/g)].flatMap(([, name = '']) => {
    const guard = guards[name]
    return guard ? [{ name: name.replace(/Id$/, ''), guard }] : []
  })
  if (guarded.length === 0) return undefined
  return async (request: FastifyRequest) => {
    const { companyId } = request.caller as Caller
    const params = request.params as Record<string, string>
    request.resources = await db.company(companyId, async (sql) => {
      const resources: Record<string, object> = {}
      for (const { name, guard } of guarded) resources[name] = (await guard(sql, params)) ?? notFound()
      return resources
    })
  }
}
