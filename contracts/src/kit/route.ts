import type * as z from 'zod/mini'
import type { AuditAction } from '../company/audit-actions.ts'
import type { Access } from '../company/permissions.ts'
import type { ApiScope } from '../company/scopes.ts'
import type { DeclaredLimits } from './rate-limit.ts'

/**
 * One HTTP route as data. `path` names its parameters with colons.
 *
 * - `response` is the schema of `data` in the response. `responseBody` replaces it where the whole body has a shape of
 *   its own, with fields beside `success`.
 * - `access` says who may call the route, how often, and what the audit log records of it.
 * - `multipart` names the form field that carries the file of an upload; such a route has no JSON body.
 * - `acceptsForm` allows a form instead of JSON, whose fields are ignored (RFC 8058).
 * - `download` is the media type of a response that is a file.
 * - `isPrecompressed` routes compress their own response.
 * - `scope` is what an API key needs to call the route; without one, no API key may call it.
 * - `requiredMessage` is the message of a request in which a required field is missing or blank.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  summary: string
  access: RouteAccess
  scope?: ApiScope
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  multipart?: string
  acceptsForm?: true
  download?: string
  isPrecompressed?: true
  response?: z.ZodMiniType
  responseBody?: z.ZodMiniType
  status?: 200 | 201
  requiredMessage?: string
}

/**
 * - `permission` is what a signed-in person needs.
 * - `rateLimit` is what a call is counted against.
 * - `audit` are the actions that a call may record; recording another one fails.
 */
export type RouteAccess = {
  permission: Access
  rateLimit: DeclaredLimits
  audit: 'none' | readonly AuditAction[]
}

export type RouteTable = Record<string, Route>

export function routes<const Table extends RouteTable>(table: Table): Table {
  return table
}

/** The parameter names of a path: '/api/projects/:projectId/faq' → 'projectId'. */
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

/** What a handler returns and a client receives: the whole body for `responseBody`, else `data`. */
export type RouteResponse<R extends Route> = R extends { download: string }
  ? never
  : R extends { responseBody: infer S extends z.ZodMiniType }
    ? z.output<S>
    : R extends { response: infer S extends z.ZodMiniType }
      ? z.output<S>
      : null

/**
 * Replaces the parameters of a path with URL-encoded values.
 * @throws when a value is missing
 */
export function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`No value for :${name} in ${path}`)
    return encodeURIComponent(value)
  })
}
