import type { Failure } from '@aichat/contracts/kit/common'
import type { ParamName, QueryInput, Route } from '@aichat/contracts/kit/route'
import { ApiError } from './api-error.ts'
import { getAccessToken } from './auth-storage.ts'
import { buildUrl, type RequestInput } from './http.ts'
import { refreshAccessToken } from './refresh-token.ts'

type Input<R extends Route> = {
  params: Record<ParamName<R['path']>, string>
  query?: R extends { query: unknown } ? QueryInput<R> : never
  signal?: AbortSignal
}

export type DownloadedFile = { blob: Blob; name: string }

/** Downloads the file that a route returns. A plain link cannot: the request needs the access token. Throws ApiError. */
export async function download<R extends Route>(route: R, input: Input<R>): Promise<DownloadedFile> {
  const token = getAccessToken()
  try {
    return await get(route, input as RequestInput, token)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    return get(route, input as RequestInput, await refreshAccessToken(token))
  }
}

async function get(route: Route, input: RequestInput, token: string | null): Promise<DownloadedFile> {
  const response = await fetch(buildUrl(route, input), {
    headers: token ? { Authorization: `Bearer ${token}` } : {},
    signal: input.signal,
  }).catch((error) => {
    if (input.signal?.aborted) throw error
    throw new ApiError(0, {})
  })
  if (!response.ok) {
    throw new ApiError(response.status, (await response.json().catch(() => ({}))) as Failure)
  }
  return { blob: await response.blob(), name: parseFileName(response.headers.get('Content-Disposition')) }
}

function parseFileName(disposition: string | null): string {
  const name = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1]
  return name ? decodeURIComponent(name) : 'file'
}

/** Makes the browser save the file. */
export function saveFile({ blob, name }: DownloadedFile) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
