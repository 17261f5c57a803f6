import type * as z from 'zod/mini'
import type { ApiScope } from './scopes.ts'

/** Who may call: nobody needs a token, any member of the company, or only those who administer it. */
export type Access = 'public' | 'member' | 'admin'

/**
 * One HTTP call as data. `answer` is what stands in `data`; `reply` is used where fields stand beside `success`
 * (tokens). `whenMissing` is the sentence shown when a required field is absent or blank. `multipart` names the one field
 * of a call that carries a file instead of JSON; `download` the type of an answer that is one. `isPacked` answers are
 * compressed by whoever makes them. `scope` is what a key of the company must be good for to call it; without one, no key may.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  summary: string
  access?: Access
  scope?: ApiScope
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  multipart?: string
  download?: string
  isPacked?: true
  answer?: z.ZodMiniType
  reply?: z.ZodMiniType
  status?: 200 | 201
  whenMissing?: string
}

export type RouteTable = Record<string, Route>

export function routes<const Table extends RouteTable>(table: Table): Table {
  return table
}

/** The names after the colons of a path: '/api/projects/:projectId/faq' → 'projectId'. */
export type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type Body<R extends Route> = R extends { body: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined
export type BodyInput<R extends Route> = R extends { body: infer S extends z.ZodMiniType }
  ? z.input<S>
  : undefined
export type Query<R extends Route> = R extends { query: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined
export type QueryInput<R extends Route> = R extends { query: infer S extends z.ZodMiniType }
  ? z.input<S>
  : undefined

/** What a handler returns and a client receives: the whole reply where there is one, else the `data`. */
export type Answer<R extends Route> = R extends { download: string }
  ? never
  : R extends { reply: infer S extends z.ZodMiniType }
    ? z.output<S>
    : R extends { answer: infer S extends z.ZodMiniType }
      ? z.output<S>
      : null

/** Fills the params of a path, each encoded. Throws when one is missing. */
export function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`No value for :${name} in ${path}`)
    return encodeURIComponent(value)
  })
}
