import { existsSync } from 'node:fs'
import path from 'node:path'
import { commonSentences } from '@aichat/contracts/kit/common'
import fastifyStatic from '@fastify/static'
import type { Http } from './http.ts'

const sendOptions = { index: false, preCompressed: true, cacheControl: false } as const

/**
 * Serves the built console, whose page also answers other paths outside the API, because its router handles them. Adds
 * `reply.sendFile`.
 */
export async function mountStatic(http: Http, root: string): Promise<void> {
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
  } else {
    await http.register(fastifyStatic, { ...sendOptions, root, serve: false })
  }
  http.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (
      isPage &&
      !/^\/(?:api|widgets|widget-files|socket\.io|assets)(?:\/|$)/.test(request.url) &&
      existsSync(consoleFiles)
    ) {
      return reply.header('Cache-Control', 'no-cache').sendFile('index.html', consoleFiles)
    }
    return reply
      .code(404)
      .send({ success: false, message: commonSentences.notFound, code: 'not_found', requestId: request.id })
  })
}
