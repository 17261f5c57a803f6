type Request = { token?: string; body?: object }

// biome-ignore lint/suspicious/noExplicitAny: the response as it came over the wire
type Response = any

/** Calls the product's HTTP API. @throws when it refuses the request */
export async function callApi(
  url: string,
  method: string,
  path: string,
  request: Request = {},
): Promise<Response> {
  const { token, body } = request
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}: ${text}`)
  return text ? JSON.parse(text) : null
}
