import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Options = { root: string; isDevelopment: boolean }

const hidden = { config: { permission: 'public' as const }, schema: { hide: true } }
const cachedForMinutes = 'public, max-age=300'
const cachedForever = 'public, max-age=31536000, immutable'

/** The name of the folder with all files of the current build but the loader; it is the hash of their content. */
export function readWidgetVersion(root: string): string {
  const file = path.join(root, 'widget/dist/version')
  return existsSync(file) ? readFileSync(file, 'utf8') : 'none'
}

/**
 * Serves the built widget to every website. Files of a version never change. The loader is short-lived, because embed codes name
 * it: an upgrade arrives within minutes. `mountStatic` must come first.
 */
export function mountWidgetFiles(http: FastifyInstance, { root, isDevelopment }: Options): void {
  const folder = path.join(root, 'widget/dist')
  if (!existsSync(folder)) return
  const current = readWidgetVersion(root)

  function send(reply: FastifyReply, file: string, caching: string): FastifyReply {
    if (!/^[\w-]+(?:\/[\w-]+)?\.(?:js|css|json)$/.test(file) || !existsSync(path.join(folder, file))) {
      reply.callNotFound()
      return reply
    }
    return reply
      .headers({
        'Cache-Control': isDevelopment ? 'no-cache' : caching,
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      .sendFile(file, folder)
  }

  http.get('/widgets/loader.js', hidden, (_, reply) => send(reply, 'loader.js', cachedForMinutes))
  // Addresses without a version, for templates and for loaders of releases that had none.
  http.get('/widgets/:file', hidden, (request: FastifyRequest<{ Params: { file: string } }>, reply) =>
    send(reply, `${current}/${request.params.file}`, cachedForMinutes),
  )
  http.get(
    '/widgets/:version/:file',
    hidden,
    (request: FastifyRequest<{ Params: { version: string; file: string } }>, reply) => {
      const { version, file } = request.params
      if (/^[\da-f]{10}$/.test(version) && existsSync(path.join(folder, version)))
        return send(reply, `${version}/${file}`, cachedForever)
      // During a rolling upgrade, a page may name the version of another process. A browser must not store this answer.
      return send(reply, `${current}/${file}`, 'no-store')
    },
  )
}
