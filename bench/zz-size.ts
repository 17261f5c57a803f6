import path from 'node:path'
import { migrate, openDatabase } from '../server/src/kit/db/database.ts'
import { enableSearchExtensions } from '../server/src/kit/db/search-extensions.ts'
import { readSettings } from '../server/src/kit/process/settings.ts'
import { seedDesks } from './inbox/seed.ts'
import { ownDatabase } from './kit/database.ts'
import { root } from './kit/processes.ts'
const log = { warn() {}, error() {}, info() {} } as any
for (const [sessions, messagesEach] of [[100000, 5], [20000, 25]] as const) {
  const own = await ownDatabase('PostgreSQL')
  const database = await openDatabase(readSettings({ ...own.env, APP_SECRET: 'a secret that lives as long as one benchmark does' }), log)
  try {
    await migrate(database.pool, path.join(root, 'server/migrations'))
    await seedDesks(database.pool, { sessions, messagesEach, companies: 200 })
    await enableSearchExtensions(database.pool, log)
    const { rows } = await database.pool.query(`select relname, pg_total_relation_size(c.oid)::bigint as total, pg_relation_size(c.oid)::bigint as heap, pg_indexes_size(c.oid)::bigint as indexes
      from pg_class c join pg_namespace n on n.oid = relnamespace where relkind='r' and nspname='public' and pg_total_relation_size(c.oid) > 1000000 order by 2 desc`)
    const { rows: [count] } = await database.pool.query('select (select count(*) from sessions)::int as sessions, (select count(*) from messages)::int as messages')
    console.log(sessions, messagesEach, count)
    for (const r of rows) console.log(r.relname, (r.total / count.sessions).toFixed(0), 'heap', (r.heap / count.sessions).toFixed(0), 'idx', (r.indexes / count.sessions).toFixed(0))
    console.log('sum', (rows.reduce((a, r) => a + Number(r.total), 0) / count.sessions).toFixed(0))
    const { rows: idx } = await database.pool.query(`select indexrelname, pg_relation_size(indexrelid)::bigint s from pg_stat_user_indexes order by 2 desc limit 14`)
    for (const r of idx) console.log('  ', r.indexrelname, (r.s / count.sessions).toFixed(0))
  } finally { await database.close(); await own.remove() }
}
