import { getLastBackupTime } from '../db/backup-store.ts'
import type { Db } from '../db/db.ts'
import { withTimeout } from '../process/deadline.ts'
import type { SharedRedis } from '../realtime/redis.ts'
import type { Metrics } from './metrics.ts'

const maxPingMs = 2000

/** Whether the services of this installation answer, and when it was backed up. */
export function addServiceMetrics(
  metrics: Metrics,
  { db, redis }: { db: Db; redis: SharedRedis | null },
): void {
  metrics.addGauge('aichat_database_up', 'Whether the database answers', async () =>
    Number(await db.answers()),
  )
  metrics.addGauge('aichat_redis_up', 'Whether Redis answers; NaN without REDIS_URL', () =>
    redis ? pingRedis(redis) : Number.NaN,
  )
  metrics.addGauge(
    'aichat_last_backup_timestamp_seconds',
    'Unix time of the last complete backup, 0 when there is none',
    () => db.lookup(getLastBackupTime),
  )
}

function pingRedis({ client }: SharedRedis): Promise<number> {
  return withTimeout(client.ping(), maxPingMs).then(
    () => 1,
    () => 0,
  )
}
