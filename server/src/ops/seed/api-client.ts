import type { VisitorStart } from '@aichat/contracts/chat/visitors'

/** A response of the API. The body is undefined if it is not JSON. */
// biome-ignore lint/suspicious/noExplicitAny: the response as it came over the wire
export type ApiResponse = { status: number; headers: Headers; text: string; body: any }

type Request = { body?: unknown; headers?: Record<string, string> }

/** Sends a request to the product's HTTP API. A string and a form are sent as they are, any other body as JSON. */
export async function sendRequest(
  url: string,
  method: string,
  path: string,
  { body, headers = {} }: Request = {},
): Promise<ApiResponse> {
  const isForm = body instanceof FormData
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parseJson(text) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Calls the product's HTTP API, and returns the body of the response. @throws when it refuses the request */
export async function callApi(
  url: string,
  method: string,
  path: string,
  { token, userAgent, body }: { token?: string; userAgent?: string; body?: object } = {},
): Promise<ApiResponse['body']> {
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(userAgent ? { 'user-agent': userAgent } : {}),
  }
  const response = await sendRequest(url, method, path, { body, headers })
  if (response.status >= 300)
    throw new Error(`${method} ${path} answered ${response.status}: ${response.text}`)
  return response.body
}

/** Starts the visit of a new visitor, or of the one with the token. */
export async function startVisit(
  url: string,
  publicKey: string,
  {
    userAgent,
    ...visit
  }: { visitorToken?: string; pageUrl?: string; locale?: string; userAgent?: string } = {},
): Promise<VisitorStart> {
  const path = `/api/public/${publicKey}/visitors`
  return (await callApi(url, 'POST', path, { body: visit, userAgent })).data
}
