import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { BareSession } from './server.ts'

/** Runs one statement as one transaction, prepared where the database supports it. */
export type Run = (name: string, text: string, values: unknown[]) => Promise<unknown>

const schema = `
  create table sessions (
    id uuid primary key,
    tenant_id int not null,
    status text not null default 'active',
    last_message text,
    last_message_from text,
    last_message_at timestamptz not null default now(),
    unread_count int not null default 0
  );
  create index sessions_list on sessions (tenant_id, status, last_message_at desc, id desc);
  create table messages (
    id uuid not null,
    session_id uuid not null,
    seq int not null,
    sender text not null,
    client_id text not null,
    text text not null,
    created_at timestamptz not null,
    primary key (session_id, seq)
  );`

/** PostgreSQL through a pool, or PGlite in this thread: the shortest path to each. */
export async function openStore(sessions: BareSession[]): Promise<Run> {
  const { run, script } = await open()
  await script(schema)
  await run('sessions', 'insert into sessions (id, tenant_id) select * from unnest($1::uuid[], $2::int[])', [
    sessions.map((session) => session.id),
    sessions.map((session) => session.tenant),
  ])
  return run
}

async function open(): Promise<{ run: Run; script(text: string): Promise<unknown> }> {
  const { DATABASE_URL, DATA_DIR } = process.env
  if (DATABASE_URL) {
    const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20 })
    pool.on('error', () => {})
    return {
      run: (name, text, values) => pool.query({ name, text, values }),
      script: (text) => pool.query(text),
    }
  }
  const database = await PGlite.create({ dataDir: DATA_DIR as string })
  return {
    async run(_, text, values) {
      // PGlite does not yield to the event loop, so messages would arrive one at a time instead of in batches.
      await new Promise(setImmediate)
      return database.query(text, values)
    },
    script: (text) => database.exec(text),
  }
}
