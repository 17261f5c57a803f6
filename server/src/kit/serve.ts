import type { Answer, Body, ParamName, Query, Route, RouteTable } from '@aichat/contracts/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { notFound } from './errors.ts'
import type { Caller, Http } from './http.ts'

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
