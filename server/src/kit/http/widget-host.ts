import { commonSentences } from '@aichat/contracts/common'
import type { FastifyInstance } from 'fastify'
import type { Hosts } from './hosts.ts'
import { Refusal } from './refusal.ts'

const widgetHostPaths = /^\/(?:widgets|api\/public)\/|^\/(?:livez|readyz)$/

/**
 * With WIDGET_URL, the chat's page exists on that host only, and nothing of the console does: a flaw in the widget cannot reach
 * the console's tokens. The loader, its data and the calls of visitors are the same on both hosts, so that embed codes from
 * before WIDGET_URL was set remain valid.
 */
export function separateWidgetHost(http: FastifyInstance, widgetUrl: string, hosts: Hosts): void {
  http.addHook('onRequest', (request, reply, done) => {
    const { url, headers, socket } = request
    const isWidgetHost = hosts.isWidgetHost({ headers, address: socket.remoteAddress })
    if (isWidgetHost && !widgetHostPaths.test(url))
      done(new Refusal(404, commonSentences.notFound, 'not_found'))
    else if (!isWidgetHost && url.startsWith('/widgets/frame/')) reply.redirect(`${widgetUrl}${url}`, 307)
    else done()
  })
}
