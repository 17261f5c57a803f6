import type { Failure } from '@aichat/contracts/kit/common'
import { fillPath, type ParamName, type Route, type RouteResponse } from '@aichat/contracts/kit/route'
import { ApiError } from './api-error.ts'
import { getAccessToken } from './auth-storage.ts'
import { refreshAccessToken } from './refresh-token.ts'

type Upload<R extends Route> = {
  params: Record<ParamName<R['path']>, string>
  files: readonly File[]
  /** The uploaded fraction, from 0 to 1. */
  onProgress: (fraction: number) => void
  /** Cancels the upload. */
  signal?: AbortSignal
}

/** Uploads files in one request. Throws ApiError, or the signal's reason when it was canceled. */
export async function upload<R extends Route>(route: R, input: Upload<R>): Promise<RouteResponse<R>> {
  const token = getAccessToken()
  try {
    return await send(route, input, token)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    return send(route, input, await refreshAccessToken(token))
  }
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
function send<R extends Route>(route: R, input: Upload<R>, token: string | null): Promise<RouteResponse<R>> {
  const { params, files, onProgress, signal } = input
  const form = new FormData()
  for (const file of files) form.append(route.multipart ?? 'file', file)
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const cancel = () => request.abort()
    signal?.addEventListener('abort', cancel, { once: true })
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onabort = () => reject(signal?.reason)
    request.onerror = () => reject(new ApiError(0, {}))
    request.onload = () => {
      const body = request.response as { success?: boolean; data: RouteResponse<R> } & Failure
      if (request.status < 300 && body?.success) resolve(body.data)
      else reject(new ApiError(request.status, body ?? {}))
    }
    request.onloadend = () => signal?.removeEventListener('abort', cancel)
    request.open(route.method, fillPath(route.path, params))
    request.responseType = 'json'
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.send(form)
  })
}
