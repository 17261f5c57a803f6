import type { Readable } from 'node:stream'
import type { Body, ParamName, Query, Route, RouteResponse, RouteTable } from '@aichat/contracts/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Caller, Http } from './http.ts'
import { notFound } from './refusal.ts'

/** Finds the record that a path parameter names, if it is the caller's; null when there is none, or it is another's. */
export type Guard<Found> = (caller: Caller, params: Record<string, string>) => Promise<Found | null>
export type Guards = Record<string, Guard<object>>

type Records<D extends Guards, Path extends string> = {
  [Name in ParamName<Path> & keyof D as Name extends `${infer Noun}Id` ? Noun : Name]: NonNullable<
    Awaited<ReturnType<D[Name]>>
  >
}

type Handled<R extends Route, D extends Guards> = {
  caller: R extends { access: 'public' } ? null : Caller
  /** Parameters that are not ids of records: a template's key, a public key, a token. */
  params: Record<Exclude<ParamName<R['path']>, keyof D>, string>
  body: Body<R>
  query: Query<R>
  request: FastifyRequest
  reply: FastifyReply
} & Records<D, R['path']>

/**
 * An answer that is JSON already. Every other is walked through its contract, which drops what does not belong there and
 * finds what is missing; for fifty rows that costs more than the rest of the request together.
 */
export class PreserializedJson {
  constructor(readonly json: string) {}
}

/** An answer that is a file. Browsers save it and run nothing of it, whatever it holds. */
export class Download {
  constructor(
    readonly content: Readable | string,
    readonly about: { name: string; mime: string; size?: number },
  ) {}
}

type RouteResult<R extends Route> = R extends { download: string }
  ? Download
  : RouteResponse<R> | PreserializedJson

export type Handlers<Table extends RouteTable, D extends Guards> = {
  [Name in keyof Table]: (
    handled: Handled<Table[Name], D>,
  ) => Promise<RouteResult<Table[Name]>> | RouteResult<Table[Name]>
}

/**
 * Mounts a table of the contract. A parameter with a door reaches its handler as the record, proven to be the
 * caller's; before that, nothing of the body has been looked at.
 */
export function serve<const Table extends RouteTable, D extends Guards = Record<never, never>>(
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
        ...(route.isPrecompressed ? { compress: false } : {}),
        schema: {
          summary: route.summary,
          ...securityOf(route),
          ...(route.body ? { body: route.body } : {}),
          ...(route.multipart ? { consumes: ['multipart/form-data'] } : {}),
          ...(route.query ? { querystring: route.query } : {}),
          ...(route.download ? {} : { response: { [route.status ?? 200]: envelope(route) } }),
        },
        config: {
          access: route.access ?? 'member',
          scope: route.scope,
          whenMissing: route.requiredMessage,
          isMultipart: route.multipart !== undefined,
          loadResources: recordLoader(route.path, doors),
        },
        handler: async (request, reply) => {
          const { caller, params, body, query, resources } = request
          const answer = await handler({ caller, params, body, query, request, reply, ...resources })
          if (reply.sent) return reply
          if (answer instanceof Download) return sendFile(reply, answer)
          if (answer instanceof PreserializedJson) {
            return reply
              .type('application/json; charset=utf-8')
              .serializer(passThrough)
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

function securityOf({ access, scope }: Route): { security?: Record<string, string[]>[] } {
  if (access === 'public') return { security: [] }
  return scope ? { security: [{ bearer: [] }, { apiKey: [scope] }] } : {}
}

function passThrough(text: string): string {
  return text
}

function sendFile(reply: FastifyReply, { content, about }: Download): FastifyReply {
  const { name, mime, size } = about
  if (size !== undefined) reply.header('Content-Length', size)
  return reply
    .header('Content-Disposition', `attachment; filename="file"; filename*=UTF-8''${headerText(name)}`)
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'no-store')
    .type(mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime)
    .send(content)
}

function headerText(name: string): string {
  return encodeURIComponent(name).replace(/['()*!]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
}

function envelope(route: Route): z.ZodMiniType {
  const success = z.literal(true)
  if (route.responseBody) return z.extend(route.responseBody as z.ZodMiniObject, { success })
  return z.object({ success, data: route.response ?? z.null() })
}

function recordLoader(path: string, doors: Guards) {
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string).filter((name) => doors[name])
  if (names.length === 0) return undefined
  return async (request: FastifyRequest) => {
    request.resources = {}
    for (const name of names) {
      const record = await doors[name]?.(request.caller as Caller, request.params as Record<string, string>)
      if (!record) notFound()
      request.resources[name.replace(/Id$/, '')] = record
    }
  }
}
