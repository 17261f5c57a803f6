import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { allowedOrigins } from '../installation/allowed-origins.ts'
import type { CheckIns } from '../installation/check-ins.ts'
import type { Http } from '../kit/http/http.ts'
import { requirePublishedProject } from './public-config.ts'
import { getFramingOrigin, recordRefusedOrigin } from './website-access.ts'

type Dependencies = Pick<App, 'db' | 'hosts' | 'settings'> & { checkIns: CheckIns; widgetVersion: string }

/** Serves the page of the chat: for the loader's iframe, for links to a conversation, and for the console's preview. */
export function mountFrame(http: Http, app: Dependencies): void {
  const files = `/widgets/${app.widgetVersion}/`
  const { publicUrl, widgetUrl } = app.settings
  const socketOrigin = (widgetUrl ?? publicUrl).replace(/^http/, 'ws')

  http.get(
    '/widgets/frame/:publicKey',
    { config: { permission: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const { publicKey } = request.params as { publicKey: string }
      const project = await requirePublishedProject(app, publicKey)
      recordRefusedOrigin(app.checkIns, project, getFramingOrigin(app, request))
      const allowed = allowedOrigins(project)
      const ancestors = allowed === null ? '*' : allowed.join(' ') || "'none'"
      return framePage(reply, { files, socketOrigin, ancestors, mode: 'frame', publicKey })
    },
  )

  http.get(
    '/widgets/conversation/:publicKey',
    { config: { permission: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const { publicKey } = request.params as { publicKey: string }
      await requirePublishedProject(app, publicKey)
      return framePage(reply, { files, socketOrigin, ancestors: "'none'", mode: 'conversation', publicKey })
    },
  )

  http.get('/widgets/preview', { config: { permission: 'public' }, schema: { hide: true } }, (_, reply) =>
    framePage(reply, { files, socketOrigin, ancestors: "'self'", mode: 'preview', publicKey: '' }),
  )
}

/** Opened by its address too, the preview runs in an opaque origin and not in the console's. */
const previewSandbox = 'sandbox allow-scripts'

type Frame = {
  files: string
  socketOrigin: string
  ancestors: string
  mode: 'frame' | 'conversation' | 'preview'
  publicKey: string
}

/**
 * The page counts toward the 40 kB of the chat, so it omits the tags that HTML declares optional. The Content-Type header states
 * the charset.
 *
 * The public key needs no escaping: it exists in the database, so it holds only letters, digits and underscores.
 */
function framePage(
  reply: FastifyReply,
  { files, socketOrigin, ancestors, mode, publicKey }: Frame,
): FastifyReply {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${socketOrigin}`,
    "img-src 'self' https: data: blob:",
    "font-src 'self'",
    "media-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `frame-ancestors ${ancestors}`,
    ...(mode === 'preview' ? [previewSandbox] : []),
  ]
  reply.removeHeader('X-Frame-Options')
  return reply
    .header('Content-Security-Policy', policy.join('; '))
    .header('Cache-Control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>Chat</title>
<link rel="stylesheet" href="${files}minimal-bundle.css">
<body data-mode="${mode}" data-key="${publicKey}" data-files="${files}">
<div id="chat"></div>
<script type="module" src="${files}minimal-bundle.js"></script>
`)
}
