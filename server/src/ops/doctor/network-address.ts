import { isIP } from 'node:net'
import { createClientAddress } from '../../kit/http/client-address.ts'
import { bad, type Finding, getErrorMessage, ok, warn } from './finding.ts'
import type { DoctorContext } from './run-doctor.ts'

/** Whether the address that stands in embed codes leads here, and whose forwarded addresses are believed. */
export async function checkAddress({ settings }: DoctorContext): Promise<Finding[]> {
  const { publicUrl, trustProxy } = settings
  if (!URL.canParse(publicUrl) || !/^https?:/.test(publicUrl))
    return [bad('address', `PUBLIC_URL is no address: ${publicUrl}`, 'Set it like https://chat.example.com.')]
  const { protocol, hostname } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  const found = [await checkPublicUrl(publicUrl), checkTrustedProxies(trustProxy, protocol === 'https:')]
  if (protocol === 'http:' && !isLocal)
    found.push(
      warn(
        'address',
        'passwords and messages travel unencrypted',
        'Put a proxy with a certificate in front: deploy/Caddyfile.',
      ),
    )
  return found
}

async function checkPublicUrl(publicUrl: string): Promise<Finding> {
  const part = 'address'
  try {
    const answer = await fetch(`${publicUrl}/readyz`, { signal: AbortSignal.timeout(8000) })
    const text = await answer.text()
    if (text === '{"status":"ready"}') return ok(part, `${publicUrl} leads here`)
    if (text === '{"status":"not ready"}')
      return bad(
        part,
        `${publicUrl} leads to a process that is not ready`,
        'Read its log; it may not reach its database.',
      )
    return bad(
      part,
      `${publicUrl} leads to something else (${answer.status})`,
      'Correct PUBLIC_URL, or the proxy behind it.',
    )
  } catch (error) {
    const cause = (error as { cause?: unknown }).cause ?? error
    return warn(
      part,
      `${publicUrl} does not answer from here: ${getErrorMessage(cause)}`,
      'Start the product; if it runs, correct PUBLIC_URL or the proxy. Visitors load the chat from there.',
    )
  }
}

function checkTrustedProxies(trustProxy: string[], isEncrypted: boolean): Finding {
  const part = 'proxies'
  const everybody = trustProxy.filter(
    (one) => /\/0$/.test(one) || (isIP(one) !== 0 && /^(?:0\.0\.0\.0|::)$/.test(one)),
  )
  if (everybody.length > 0)
    return bad(
      part,
      `TRUST_PROXY believes everybody (${everybody.join(', ')}), so anybody may claim any address`,
      'List your own proxies only.',
    )
  try {
    createClientAddress(trustProxy)
  } catch {
    return bad(
      part,
      `TRUST_PROXY is not understood: ${trustProxy.join(', ')}`,
      'List addresses or CIDRs, with commas between.',
    )
  }
  if (trustProxy.length === 0 && isEncrypted)
    return warn(
      part,
      'PUBLIC_URL is encrypted, so a proxy stands in front, and TRUST_PROXY names none: all visitors share its address and limits',
      'Set TRUST_PROXY to the address of the proxy, like 127.0.0.1.',
    )
  return ok(part, trustProxy.length === 0 ? 'none is believed' : `believed: ${trustProxy.join(', ')}`)
}
