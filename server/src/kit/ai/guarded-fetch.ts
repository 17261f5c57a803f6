import { LRUCache } from 'lru-cache'
import { Agent, fetch as undiciFetch } from 'undici'
import { type AddressProblem, connectTo, type PublicWeb, type Target } from '../http/public-web.ts'

/** The address of a model server that a customer has entered must not be requested. */
export class AddressRefusedError extends Error {
  constructor(readonly problem: AddressProblem | 'not_https') {
    super(`The address of the model server is refused: ${problem}`)
  }
}

export type GuardedFetch = {
  fetch: typeof fetch
  /** @throws AddressRefusedError */
  check(address: string): Promise<Target>
  close(): Promise<void>
}

const maxServers = 200
const keepAliveMs = 30_000
/** A call to a model ends by its own limits before. */
const timeoutMs = 120_000
/** 64 vectors of 4096 numbers as JSON are 6 MB. */
const maxResponseBytes = 20_000_000

/**
 * Fetch for model servers whose addresses customers enter, protected against server-side request forgery: only public addresses
 * and those that the operator allows, without redirects. An API key is sent in plain text to allowed addresses only. Every request
 * is checked, and connections stay open for the next one.
 */
export function createGuardedFetch(web: PublicWeb): GuardedFetch {
  const agents = new LRUCache<string, Agent>({
    max: maxServers,
    dispose: (agent) => void agent.close().catch(() => {}),
  })

  async function check(text: string): Promise<Target> {
    const target = await web.inspect(text, (port) => port >= 1024)
    if (typeof target === 'string') throw new AddressRefusedError(target)
    if (target.url.protocol !== 'https:' && !target.isAllowed) throw new AddressRefusedError('not_https')
    return target
  }

  function agentFor({ url, address }: Target): Agent {
    const key = `${url.origin} ${address}`
    const cached = agents.get(key)
    if (cached) return cached
    const agent = new Agent({
      connect: connectTo(address),
      keepAliveTimeout: keepAliveMs,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: maxResponseBytes,
    })
    agents.set(key, agent)
    return agent
  }

  const guarded = async (input: string | URL | Request, init: RequestInit = {}) => {
    const target = await check(input instanceof Request ? input.url : `${input}`)
    const { method, headers, body, signal } = init
    const response = await undiciFetch(target.url, {
      method,
      headers,
      body,
      signal,
      dispatcher: agentFor(target),
      redirect: 'error',
    } as Parameters<typeof undiciFetch>[1])
    return response as unknown as Response
  }

  return {
    fetch: guarded as typeof fetch,
    check,
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}
