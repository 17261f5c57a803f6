import { existsSync } from 'node:fs'
import path from 'node:path'
import { commonSentences } from '@aichat/contracts/common'
import fastifyStatic from '@fastify/static'
import type { Http } from './http.ts'
import { mountWidgetFiles } from './widget-files.ts'

const sendOptions = { index: false, preCompressed: true, cacheControl: false } as const

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
      ...sendOptions,
      root: consoleFiles,
      prefix: '/',
      // One route per file, so that other paths reach the not-found handler.
      wildcard: false,
      setHeaders(reply, file) {
        if (!file.startsWith(consoleFiles)) return
        const isHashed = file.startsWith(path.join(consoleFiles, 'assets'))
        reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  if (existsSync(widget)) {
    if (!existsSync(consoleFiles))
      await http.register(fastifyStatic, { ...sendOptions, root: widget, serve: false })
    mountWidgetFiles(http, { root, isDevelopment })
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
