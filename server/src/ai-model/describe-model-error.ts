import { aiModelSentences } from '@aichat/contracts/ai/ai-model'
import { APICallError } from 'ai'
import { AddressRefusedError } from '../kit/ai/guarded-fetch.ts'

const addressSentences: Record<AddressRefusedError['problem'], string> = {
  invalid: aiModelSentences.url,
  protocol: aiModelSentences.url,
  credentials: aiModelSentences.credentials,
  port: aiModelSentences.notAllowed,
  own_host: aiModelSentences.notAllowed,
  not_found: aiModelSentences.notFound,
  private: aiModelSentences.notAllowed,
  not_https: aiModelSentences.https,
}

/** A sentence for owners. The body of the server's answer is not shown, as it may come from an internal network. */
export function describeModelError(error: unknown): string {
  const refused = findRefusedAddress(error)
  if (refused) return addressSentences[refused.problem]
  if (APICallError.isInstance(error) && error.statusCode !== undefined)
    return describeStatus(error.statusCode)
  const { name, message } = error instanceof Error ? error : { name: '', message: '' }
  if (/time|abort/i.test(`${name} ${message}`)) return aiModelSentences.tooSlow
  if (/answered nothing/.test(message)) return aiModelSentences.empty
  return isConnectionError(error) ? aiModelSentences.unreachable : aiModelSentences.failed
}

export function describeStatus(status: number): string {
  if (status === 401 || status === 403) return aiModelSentences.key
  if (status === 404) return aiModelSentences.missing
  if (status === 402 || status === 429) return aiModelSentences.limited
  return `${aiModelSentences.failed.slice(0, -1)} (${status}).`
}

export function findRefusedAddress(error: unknown): AddressRefusedError | null {
  if (error instanceof AddressRefusedError) return error
  return error instanceof Error && error.cause ? findRefusedAddress(error.cause) : null
}

/** A call without a response: the connection was refused or reset, or the certificate is not valid. */
function isConnectionError(error: unknown): boolean {
  return APICallError.isInstance(error) || error instanceof TypeError
}
