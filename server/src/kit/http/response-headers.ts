import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { Settings } from '../process/settings.ts'

export type Headers = Record<string, string>

/** The security headers that also concern data; the others are for documents. */
const apiHeaderNames = [
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
]

/** Headers of API responses, which must not load, run or frame anything when they are opened as a page. */
export function createApiHeaders(pageHeaders: Headers): Headers {
  const selected = Object.entries(pageHeaders).filter(([name]) => apiHeaderNames.includes(name))
  return {
    ...Object.fromEntries(selected),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  }
}

/** Headers of pages and files. Helmet runs once, because they are the same for every response. */
export function createPageHeaders(settings: Settings): Headers {
  const socketOrigin = settings.publicUrl.replace(/^http/, 'ws')
  const applyHelmet = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrcElem: ["'self'"],
        // Positions of menus and virtual lists are style attributes; style elements are not allowed.
        styleSrcAttr: ["'unsafe-inline'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'https:', 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", socketOrigin],
        mediaSrc: ["'self'", 'data:', 'blob:'],
        frameSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        // The console's policies (console/src/kit/browser/trusted-types.ts and console/src/notifications/push-device.ts).
        trustedTypes: ['default', 'service-worker'],
      },
    },
    strictTransportSecurity: settings.publicUrl.startsWith('https:'),
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  const headers: Headers = {}
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader() {},
  }
  applyHelmet({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}
