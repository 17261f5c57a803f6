import type { Failure } from '@aichat/contracts/common'
import type { ParamName, QueryInput, Route } from '@aichat/contracts/route'
import { CallFailed } from './failure.ts'
import { address, type CallInput } from './http.ts'
import { freshToken } from './refresh.ts'
import { accessToken } from './storage.ts'

type Input<R extends Route> = {
  params: Record<ParamName<R['path']>, string>
  query?: R extends { query: unknown } ? QueryInput<R> : never
  signal?: AbortSignal
}

export type Downloaded = { blob: Blob; name: string }

/** The file that a call answers. An address by itself would open nothing: the token goes with it. Throws CallFailed. */
export async function download<R extends Route>(route: R, input: Input<R>): Promise<Downloaded> {
  const token = accessToken()
  try {
    return await get(route, input as CallInput, token)
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 401) throw error
    return get(route, input as CallInput, await freshToken(token))
  }
}

async function get(route: Route, input: CallInput, token: string | null): Promise<Downloaded> {
  const response = await fetch(address(route, input), {
    headers: token ? { Authorization: `Bearer ${token}` } : {},
    signal: input.signal,
  }).catch((error) => {
    if (input.signal?.aborted) throw error
    throw new CallFailed(0, {})
  })
  if (!response.ok) {
    throw new CallFailed(response.status, (await response.json().catch(() => ({}))) as Failure)
  }
  return { blob: await response.blob(), name: nameIn(response.headers.get('Content-Disposition')) }
}

function nameIn(disposition: string | null): string {
  const name = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1]
  return name ? decodeURIComponent(name) : 'file'
}

/** Lets the browser save it. */
export function save({ blob, name }: Downloaded) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
