import { authRoutes } from '@aichat/contracts/company/auth'
import type {
  BodyInput,
  ParamName,
  QueryInput,
  Route,
  RouteResponse,
  RouteTable,
} from '@aichat/contracts/kit/route'
import { ApiError } from './api-error.ts'
import { clearSignIn, getAccessToken } from './auth-storage.ts'
import { type RequestInput, sendRequest } from './http.ts'
import { refreshAccessToken } from './refresh-token.ts'

type Params<R extends Route> =
  ParamName<R['path']> extends never ? unknown : { params: Record<ParamName<R['path']>, string> }
type Body<R extends Route> = R extends { body: unknown } ? { body: BodyInput<R> } : unknown
type Query<R extends Route> = R extends { query: unknown } ? { query?: QueryInput<R> } : unknown
type Extras = { signal?: AbortSignal; keepalive?: boolean }

type Call<R extends Route> = (input: Params<R> & Body<R> & Query<R> & Extras) => Promise<RouteResponse<R>>
export type Api<Table extends RouteTable> = { [Name in keyof Table]: Call<Table[Name]> }

const signInPaths: string[] = [authRoutes.login.path, authRoutes.signup.path, authRoutes.refresh.path]

/** Functions that call the routes of a table, typed by the contract. */
export function api<const Table extends RouteTable>(table: Table): Api<Table> {
  const calls = Object.entries(table).map(([name, route]) => [
    name,
    (input: RequestInput) => callWithToken(route, input),
  ])
  return Object.fromEntries(calls)
}

async function callWithToken(route: Route, input: RequestInput): Promise<unknown> {
  const token = getAccessToken()
  try {
    return await sendRequest(route, { ...input, token })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    if (signInPaths.includes(route.path)) {
      clearSignIn('chosen')
      throw error
    }
    return sendRequest(route, { ...input, token: await refreshAccessToken(token) })
  }
}
