import { createHash } from 'node:crypto'
import { visitorRoutes } from '@aichat/contracts/visitors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Http } from '../kit/http.ts'
import { serve } from '../kit/serve.ts'
import { publicConfig, publishedProject } from './public-config.ts'
import { startVisit } from './start.ts'

export function mountVisitors(http: Http, app: App): void {
  http.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/public/')) openToEveryOrigin(reply)
  })
  http.options('/api/public/*', { config: { access: 'public' }, schema: { hide: true } }, (_, reply) =>
    reply.code(204).send(),
  )
  serve(
    http,
    visitorRoutes,
  )({
    config: async ({ params, request, reply }) => {
      const answer = await publicConfig(app, await publishedProject(app, params.publicKey))
      reply.header('Cache-Control', 'public, max-age=60')
      answerIfUnchanged(request, reply, JSON.stringify(answer))
      return answer
    },
    start: async ({ params, body, request, reply }) => {
      reply.header('Cache-Control', 'no-store')
      return startVisit(app, await publishedProject(app, params.publicKey), body, request.ip)
    },
  })
}

/** Any website may show the chat, and no cookie is ever read. */
function openToEveryOrigin(reply: FastifyReply): void {
  reply.header('Access-Control-Allow-Origin', '*')
  reply.header('Access-Control-Allow-Methods', 'GET, POST')
  reply.header('Access-Control-Allow-Headers', 'Content-Type')
  reply.header('Access-Control-Max-Age', '86400')
  reply.header('Cross-Origin-Resource-Policy', 'cross-origin')
}

function answerIfUnchanged(request: FastifyRequest, reply: FastifyReply, text: string): void {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  reply.header('ETag', tag)
  if (request.headers['if-none-match'] === tag) reply.code(304).send()
}
