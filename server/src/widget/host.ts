import { commonSentences } from '@aichat/contracts/kit/common'
import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import type { Received } from '../kit/http/hosts.ts'
import { Refusal } from '../kit/http/refusal.ts'

const widgetHostPaths = /^\/(?:widgets|widget-files|api\/public)\/|^\/(?:livez|readyz)$/

/** Whether a request was sent to the host of WIDGET_URL; false while that is unset. */
export function isSentToWidgetHost(
  { settings: { widgetUrl }, hosts }: Pick<App, 'settings' | 'hosts'>,
  received: Received,
): boolean {
  return widgetUrl !== null && hosts.isSentTo(new URL(widgetUrl).hostname, received)
}

/**
 * With WIDGET_URL, the chat's page exists on that host only, and nothing of the console does: a flaw in the widget cannot reach
 * the console's tokens. The loader, its data and the calls of visitors are the same on both hosts, so that embed codes from
 * before WIDGET_URL was set remain valid.
 */
export function separateWidgetHost(http: FastifyInstance, app: Pick<App, 'settings' | 'hosts'>): void {
  const { widgetUrl } = app.settings
  if (!widgetUrl) return
  http.addHook('onRequest', (request, reply, done) => {
    const { url, headers, socket } = request
    const isWidgetHost = isSentToWidgetHost(app, { headers, address: socket.remoteAddress })
    if (isWidgetHost && !widgetHostPaths.test(url))
      done(new Refusal(404, commonSentences.notFound, 'not_found'))
    else if (!isWidgetHost && /^\/widgets\/(?:frame|conversation)\//.test(url))
      reply.redirect(`${widgetUrl}${url}`, 307)
    else done()
  })
}
