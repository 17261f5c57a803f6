import { aiModelLimits } from '@aichat/contracts/ai/ai-model'
import * as z from 'zod'
import type { ModelServer } from '../kit/ai/provider.ts'
import { describeModelError, describeStatus, findRefusedAddress } from './describe-model-error.ts'

type Server = Pick<ModelServer, 'provider' | 'baseUrl' | 'apiKey'>
/** `baseUrl` is the address of the API, with /v1 where it was missing. */
export type ModelList = { baseUrl: string; models: string[]; error: string | null }

const modelList = z.object({ data: z.array(z.object({ id: z.string() })) })
const timeoutMs = 8000
const anthropicVersion = '2023-06-01'

/**
 * Lists the models of a server. An address without a path gets /v1, unless only the address without it has a list.
 * @throws AddressRefusedError
 */
export async function listModels(
  server: Server,
  send: typeof fetch,
  limitMs = timeoutMs,
): Promise<ModelList> {
  const { baseUrl } = server
  const usual = new URL(baseUrl).pathname === '/' ? `${baseUrl}/v1` : baseUrl
  const found = await requestList({ ...server, baseUrl: usual }, send, limitMs)
  if ('models' in found) return { baseUrl: usual, models: found.models, error: null }
  if (usual !== baseUrl) {
    const atRoot = await requestList(server, send, limitMs)
    if ('models' in atRoot) return { baseUrl, models: atRoot.models, error: null }
  }
  return { baseUrl: usual, models: [], error: found.error }
}

async function requestList(
  { provider, baseUrl, apiKey }: Server,
  send: typeof fetch,
  limitMs: number,
): Promise<{ models: string[] } | { error: string }> {
  const isAnthropic = provider === 'anthropic'
  const keyHeaders: Record<string, string> = isAnthropic
    ? { 'x-api-key': apiKey ?? '', 'anthropic-version': anthropicVersion }
    : apiKey
      ? { authorization: `Bearer ${apiKey}` }
      : {}
  try {
    const response = await send(`${baseUrl}/models${isAnthropic ? '?limit=1000' : ''}`, {
      headers: { accept: 'application/json', ...keyHeaders },
      signal: AbortSignal.timeout(limitMs),
    })
    if (!response.ok) {
      await response.body?.cancel()
      return { error: describeStatus(response.status) }
    }
    const { data } = modelList.parse(await response.json())
    return {
      models: data
        .map(({ id }) => id)
        .filter((id) => id.length <= aiModelLimits.name)
        .slice(0, aiModelLimits.listedModels)
        .sort(),
    }
  } catch (error) {
    const refused = findRefusedAddress(error)
    if (refused) throw refused
    return { error: describeModelError(error) }
  }
}
