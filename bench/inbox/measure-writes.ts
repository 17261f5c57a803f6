import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'

type WriteRates = { all: number; bare: number }

/** The minimum for storing a message: primary keys and the order of the list. */
const minimalIndexes = ['messages_pkey', 'session_states_pkey', 'session_states_list']

const script = `
\\set n random(1, :chats)
begin;
select session_id as sid, company_id as cid from bench_chats where n = :n \\gset
update session_states set last_seq = last_seq + 1, last_message = 'Does the blue one ship abroad?',
  last_message_from = 'visitor', last_message_at = now(), unread_count = unread_count + 1, rev = rev + 1
  where session_id = ':sid' returning last_seq as seq \\gset
insert into messages (id, company_id, session_id, seq, sender_kind, sender_id, client_id, text, meta, created_at)
  values (gen_random_uuid(), ':cid', ':sid', :seq, 'visitor', ':sid', gen_random_uuid(), 'Does the blue one ship abroad?',
  '{}', now());
commit;
`

/**
 * Messages a second that PostgreSQL stores over ten connections (pgbench), with all indexes of the two tables and with a
 * minimum. All indexes are measured before and after the minimum, so that the growth of the tables affects both.
 */
export async function measureWrites(
  pool: pg.Pool,
  databaseUrl: string,
  seconds: number,
): Promise<WriteRates> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aichat-bench-'))
  const file = path.join(folder, 'write.sql')
  writeFileSync(file, script)
  await pool.query(`
    set statement_timeout = 0;
    create table bench_chats as select row_number() over () as n, session_id, company_id from session_states;
    alter table bench_chats add primary key (n)`)
  const { rows } = await pool.query('select count(*)::int as chats from bench_chats')
  const run = () => {
    const output = execFileSync(
      'pgbench',
      ['-n', '-c10', '-j2', `-T${seconds}`, '-f', file, '-D', `chats=${rows[0].chats}`, databaseUrl],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    )
    return Number(/tps = ([\d.]+)/.exec(output)?.[1])
  }
  try {
    run()
    const before = run()
    const dropped = await dropIndexes(pool)
    const bare = run()
    await pool.query(['set statement_timeout = 0', ...dropped].join(';'))
    return { all: (before + run()) / 2, bare }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns statements that create them again. Foreign keys stay, because they are no indexes. */
async function dropIndexes(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; drop: string; make: string }>(`
    select i.indexrelid::regclass::text as name,
      case when k.oid is null then format('drop index %s', i.indexrelid::regclass)
        else format('alter table %s drop constraint %I', i.indrelid::regclass, k.conname) end as drop,
      case when k.oid is null then pg_get_indexdef(i.indexrelid)
        else format('alter table %s add constraint %I %s', i.indrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
        end as make
    from pg_index i left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
    where i.indrelid in ('messages'::regclass, 'session_states'::regclass)`)
  const extra = rows.filter(({ name }) => !minimalIndexes.includes(name))
  for (const { drop } of extra) await pool.query(drop)
  return extra.map(({ make }) => make)
}
