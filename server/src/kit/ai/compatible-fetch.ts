type Body = Record<string, unknown>

/**
 * Fetch for servers that implement the chat API differently: a setting that a server refuses is left out or renamed, for all
 * later requests too, and one JSON answer to a streaming request is read as a stream of one part.
 */
export function createCompatibleFetch(send: typeof fetch): typeof fetch {
  const refused = new Set<RefusableSetting>()

  return async (input, init) => {
    const body = readBody(init)
    if (!body) return send(input, init)
    for (;;) {
      const sent = omitRefused(body, refused)
      const response = await send(input, { ...init, body: JSON.stringify(sent) })
      const found =
        response.status === 400 || response.status === 422 ? await findRefused(response, sent) : []
      if (found.length > 0) {
        for (const setting of found) refused.add(setting)
        await response.body?.cancel()
        continue
      }
      return body.stream === true && response.ok ? toEventStream(response) : response
    }
  }
}

const refusableSettings = ['max_tokens', 'max_completion_tokens', 'temperature', 'stream_options'] as const
type RefusableSetting = (typeof refusableSettings)[number]

function readBody(init: RequestInit | undefined): Body | null {
  if (typeof init?.body !== 'string') return null
  const body: unknown = JSON.parse(init.body)
  return typeof body === 'object' && body !== null && 'messages' in body ? (body as Body) : null
}

function omitRefused(body: Body, refused: Set<RefusableSetting>): Body {
  const sent = { ...body }
  if (refused.has('max_tokens') && sent.max_tokens !== undefined) sent.max_completion_tokens = sent.max_tokens
  for (const setting of refused) delete sent[setting]
  return sent
}

/** The settings of the request that the error names. Each is left out at most once, so the requests come to an end. */
async function findRefused(response: Response, sent: Body): Promise<RefusableSetting[]> {
  const text = await response.clone().text()
  return refusableSettings.filter((setting) => setting in sent && names(text, setting))
}

/** An error about `max_tokens` may advise to use `max_completion_tokens`. */
function names(text: string, setting: RefusableSetting): boolean {
  const isNamed = new RegExp(`\\b${setting}\\b`).test(text)
  return setting === 'max_completion_tokens' ? isNamed && !/\bmax_tokens\b/.test(text) : isNamed
}

async function toEventStream(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.includes('application/json')) return response
  const text = await response.text()
  const completion = parseCompletion(text)
  // Not a temporary failure: the same request would be answered in the same way.
  if (!completion) return new Response(text, { status: 422, headers: { 'content-type': 'application/json' } })
  const { choices, ...rest } = completion
  const chunk = {
    ...rest,
    object: 'chat.completion.chunk',
    choices: choices.map(({ message, ...choice }) => ({ ...choice, delta: message })),
  }
  const headers = { 'content-type': 'text/event-stream' }
  return new Response(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`, { headers })
}

type Completion = { choices: { message: unknown }[] }

function parseCompletion(text: string): Completion | null {
  try {
    const completion: unknown = JSON.parse(text)
    const isCompletion =
      typeof completion === 'object' &&
      completion !== null &&
      'choices' in completion &&
      Array.isArray(completion.choices)
    return isCompletion ? (completion as Completion) : null
  } catch {
    return null
  }
}
