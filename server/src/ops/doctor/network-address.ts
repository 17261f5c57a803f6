import { isIP } from 'node:net'
import { createClientAddress } from '../../kit/http/client-address.ts'
import type { DoctorContext } from './doctor-context.ts'
import { bad, type Finding, getErrorMessage, ok, warn } from './finding.ts'

/** Checks that PUBLIC_URL and WIDGET_URL reach the product, and which proxies are trusted. */
export async function checkAddress({ settings }: DoctorContext): Promise<Finding[]> {
  const { publicUrl, widgetUrl, trustProxy } = settings
  if (!URL.canParse(publicUrl) || !/^https?:/.test(publicUrl))
    return [
      bad(
        'address',
        `PUBLIC_URL is not a valid URL: ${publicUrl}`,
        'Set it to a URL like https://chat.example.com.',
      ),
    ]
  const { protocol, hostname } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  const found = [
    await checkUrl('PUBLIC_URL', publicUrl),
    ...(widgetUrl ? [await checkWidgetUrl(widgetUrl)] : []),
    checkTrustedProxies(trustProxy, protocol === 'https:'),
  ]
  if (protocol === 'http:' && !isLocal)
    found.push(
      warn(
        'address',
        'passwords and messages are sent unencrypted',
        'Put a proxy with a certificate in front, like deploy/Caddyfile.',
      ),
    )
  return found
}

async function checkWidgetUrl(widgetUrl: string): Promise<Finding> {
  const found = await checkUrl('WIDGET_URL', widgetUrl)
  if (found.state !== 'ok') return found
  // Serves nothing of the console, so another answer than 404 comes from a process that was asked for another host.
  const answer = await fetch(`${widgetUrl}/api/me`, { signal: AbortSignal.timeout(8000) }).catch(() => null)
  return answer && answer.status !== 404
    ? bad(
        'address',
        `${widgetUrl} serves the console too`,
        'The proxy must forward the header Host unchanged.',
      )
    : found
}

async function checkUrl(name: string, url: string): Promise<Finding> {
  const part = 'address'
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(8000) })
    const text = await answer.text()
    if (text === '{"status":"ready"}') return ok(part, `${url} reaches the product`)
    if (text === '{"status":"not ready"}')
      return bad(
        part,
        `${url} reaches a process that is not ready`,
        'Read its log: its database may be unavailable.',
      )
    return bad(
      part,
      `${url} reaches another program (status ${answer.status})`,
      `Correct ${name} or the configuration of the proxy.`,
    )
  } catch (error) {
    const cause = (error as { cause?: unknown }).cause ?? error
    return warn(
      part,
      `${url} cannot be reached from this machine: ${getErrorMessage(cause)}`,
      `Start the product. If it runs, correct ${name} or the proxy: visitors load the chat from this URL.`,
    )
  }
}

function checkTrustedProxies(trustProxy: string[], isEncrypted: boolean): Finding {
  const part = 'proxies'
  const unrestricted = trustProxy.filter(
    (one) => /\/0$/.test(one) || (isIP(one) !== 0 && /^(?:0\.0\.0\.0|::)$/.test(one)),
  )
  if (unrestricted.length > 0)
    return bad(
      part,
      `TRUST_PROXY trusts every address (${unrestricted.join(', ')}), so a client can forge its own`,
      'List the addresses of your own proxies only.',
    )
  try {
    createClientAddress(trustProxy)
  } catch {
    return bad(
      part,
      `TRUST_PROXY is invalid: ${trustProxy.join(', ')}`,
      'List addresses or CIDR ranges, separated by commas.',
    )
  }
  if (trustProxy.length === 0 && isEncrypted)
    return warn(
      part,
      'PUBLIC_URL uses HTTPS, but TRUST_PROXY is empty: all visitors share the address and the rate limits of the proxy',
      'Set TRUST_PROXY to the address of the proxy, for example 127.0.0.1.',
    )
  return ok(part, trustProxy.length === 0 ? 'none trusted' : `trusted: ${trustProxy.join(', ')}`)
}
