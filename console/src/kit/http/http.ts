import type { Failure } from '@aichat/contracts/kit/common'
import { fillPath, type Route } from '@aichat/contracts/kit/route'
import { ApiError } from './api-error.ts'

export type RequestInput = {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
  token?: string | null
  signal?: AbortSignal
  /** Lets the browser finish the request after the page has been closed. */
  keepalive?: boolean
}

/**
 * Sends one HTTP request. Returns the whole body where the contract declares it,
 * otherwise its `data`. Throws ApiError.
 */
export async function sendRequest(route: Route, input: RequestInput): Promise<unknown> {
  const response = await fetch(buildUrl(route, input), {
    method: route.method,
    headers: {
      ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(input.token ? { Authorization: `Bearer ${input.token}` } : {}),
    },
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
    signal: input.signal,
    keepalive: input.keepalive,
  }).catch((error) => {
    if (input.signal?.aborted) throw error
    throw new ApiError(0, {})
  })
  const body = await response.json().catch(() => ({}))
  if (!response.ok || body.success !== true) throw new ApiError(response.status, body as Failure)
  return route.responseBody ? body : body.data
}

export function buildUrl(route: Route, { params = {}, query = {} }: RequestInput) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value)
  const path = fillPath(route.path, params)
  return search.size > 0 ? `${path}?${search}` : path
}
