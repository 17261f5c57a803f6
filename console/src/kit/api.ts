import { authRoutes } from '@aichat/contracts/auth'
import type { Answer, BodyInput, ParamName, QueryInput, Route, RouteTable } from '@aichat/contracts/route'
import { CallFailed } from './failure.ts'
import { type CallInput, send } from './http.ts'
import { freshToken } from './refresh.ts'
import { accessToken, clearSignIn } from './storage.ts'

type Params<R extends Route> =
  ParamName<R['path']> extends never ? unknown : { params: Record<ParamName<R['path']>, string> }
type Body<R extends Route> = R extends { body: unknown } ? { body: BodyInput<R> } : unknown
type Query<R extends Route> = R extends { query: unknown } ? { query?: QueryInput<R> } : unknown
type Extras = { signal?: AbortSignal; keepalive?: boolean }

type Call<R extends Route> = (input: Params<R> & Body<R> & Query<R> & Extras) => Promise<Answer<R>>
export type Api<Table extends RouteTable> = { [Name in keyof Table]: Call<Table[Name]> }

const signInPaths: string[] = [authRoutes.login.path, authRoutes.signup.path, authRoutes.refresh.path]

/** The calls of a route table, typed by the contract. */
export function api<const Table extends RouteTable>(table: Table): Api<Table> {
  const calls = Object.entries(table).map(([name, route]) => [
    name,
    (input: CallInput) => callWithToken(route, input),
  ])
  return Object.fromEntries(calls)
}

async function callWithToken(route: Route, input: CallInput): Promise<unknown> {
  const token = accessToken()
  try {
    return await send(route, { ...input, token })
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 401) throw error
    if (signInPaths.includes(route.path)) {
      clearSignIn('chosen')
      throw error
    }
    return send(route, { ...input, token: await freshToken(token) })
  }
}
