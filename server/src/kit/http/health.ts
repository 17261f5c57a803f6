import type { Db } from '../db/db.ts'
import type { Http } from './http.ts'

/** Mounts the liveness and readiness probes. A draining process is not ready. */
export function mountHealth(http: Http, db: Pick<Db, 'answers'>, state: { isDraining: boolean }): void {
  const hidden = {
    config: { permission: 'public' as const },
    schema: { hide: true },
    compress: false as const,
  }
  http.get('/livez', hidden, () => ({ status: 'ok' }))
  http.get('/readyz', hidden, async (_, reply) => {
    const isReady = !state.isDraining && (await db.answers())
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
  })
}
