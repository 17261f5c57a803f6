import { existsSync } from 'node:fs'
import path from 'node:path'
import { commonSentences } from '@aichat/contracts/common'
import fastifyStatic from '@fastify/static'
import type { Http } from './http.ts'

/** Serves the built widget and console. Other paths outside the API get the console's page, whose router handles them. */
export async function mountStatic(
  http: Http,
  root: string,
  { isDevelopment }: { isDevelopment: boolean },
): Promise<void> {
  const widget = path.join(root, 'widget/dist')
  const consoleFiles = path.join(root, 'console/dist')
  if (existsSync(consoleFiles)) {
    await http.register(fastifyStatic, {
      root: consoleFiles,
      prefix: '/',
      index: false,
      preCompressed: true,
      // One route per file, so that other paths reach the not-found handler.
      wildcard: false,
      cacheControl: false,
      setHeaders(reply, file) {
        const isHashed = file.startsWith(path.join(consoleFiles, 'assets'))
        reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  if (existsSync(widget)) {
    await http.register(fastifyStatic, {
      root: widget,
      prefix: '/widgets/',
      index: false,
      preCompressed: true,
      decorateReply: !existsSync(consoleFiles),
      cacheControl: false,
      setHeaders(reply) {
        // Every website may load the widget, and an upgrade must reach it within minutes.
        reply.header('Cache-Control', isDevelopment ? 'no-cache' : 'public, max-age=300')
        reply.header('Access-Control-Allow-Origin', '*')
        reply.header('Cross-Origin-Resource-Policy', 'cross-origin')
      },
    })
  }
  http.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (
      isPage &&
      !/^\/(?:api|widgets|socket\.io|assets)(?:\/|$)/.test(request.url) &&
      existsSync(consoleFiles)
    ) {
      return reply.header('Cache-Control', 'no-cache').sendFile('index.html', consoleFiles)
    }
    return reply
      .code(404)
      .send({ success: false, message: commonSentences.notFound, code: 'not_found', requestId: request.id })
  })
}
