import { randomUUID } from 'node:crypto'
import type pg from 'pg'

type Size = { sessions: number; messagesEach: number; companies: number }
export type SeededInbox = {
  companyId: string
  /** A conversation in the middle of that company's list. */
  sessionId: string
  lastMessageAt: string
  lastSeq: number
  chats: number
}

/** 3,600 words of six letters; the first ones occur in every third message, the last ones in one of a thousand. */
const syllables = Array.from({ length: 60 }, (_, index) => {
  const [first, second, third] = ['bdfgklmnprst', 'aeiou', 'nrsl']
  return `${first?.[index % 12]}${second?.[index % 5]}${third?.[Math.floor(index / 12) % 4]}`
}).join('')
const word = `substr('${syllables}', 1 + 3 * floor(60 * random() * random() * random())::int, 3) ||
  substr('${syllables}', 1 + 3 * floor(60 * random())::int, 3)`

/**
 * The number of conversations is inversely proportional to a company's rank, and their rows are interleaved as in production.
 * Returns the largest company. Triggers of foreign keys are disabled for speed.
 */
export async function seedInboxes(
  pool: pg.Pool,
  { sessions, messagesEach, companies }: Size,
): Promise<SeededInbox> {
  const largest = randomUUID()
  const client = await pool.connect()
  try {
    await client.query(`
      begin; set local statement_timeout = 0; set local session_replication_role = replica;
      set local synchronous_commit = off; set local work_mem = '128MB'`)
    await client.query(`
      create temporary table tenants on commit drop as
      select case when rank = 1 then '${largest}'::uuid else gen_random_uuid() end as company_id,
        gen_random_uuid() as project_id, rank,
        ceil(${sessions} / rank::numeric / (select sum(1.0 / r) from generate_series(1, ${companies}) r))::int as chats
      from generate_series(1, ${companies}) rank`)
    await client.query(`
      insert into companies (company_id, name, public_key)
      select company_id, 'Bench ' || rank, 'bench-' || rank from tenants`)
    await client.query(
      'insert into company_revisions (company_id, rev) select company_id, chats from tenants',
    )
    await client.query(`
      insert into projects (id, company_id, name, public_key)
      select project_id, company_id, 'Shop', 'shop-' || rank from tenants`)
    // In the order of IDs, so that every primary key grows at its end.
    await client.query(`
      create temporary table chats on commit drop as
      select id, id as visitor_id, company_id, project_id, n,
        date_trunc('milliseconds', now()) - n * interval '1 minute' as at
      from (select gen_random_uuid() as id, company_id, project_id, n from tenants, generate_series(1, chats) n) made
      order by id`)
    await client.query(`
      insert into visitors (id, company_id, project_id, token_hash)
      select visitor_id, company_id, project_id, id::text from chats`)
    await client.query(`
      insert into sessions (id, company_id, project_id, visitor_id, visitor_name, visitor_email, page_url)
      select id, company_id, project_id, visitor_id, initcap(${word}) || ' ' || initcap(${word}),
        'visitor-' || n || '@example.com', 'https://example.com/help/' || n from chats`)
    await client.query(`
      insert into session_states (session_id, company_id, project_id, visitor_id, status, last_seq, last_message,
        last_message_from, last_message_at, unread_count, auto_reply, auto_reply_delay_seconds, needs_human, rev)
      select id, company_id, project_id, visitor_id, case when n % 4 = 0 then 'closed' else 'active' end,
        ${messagesEach}, 'Does the blue one ship abroad? Number ' || n, 'visitor', at,
        case when n % 100 = 0 then 2 else 0 end, true, 10, n % 500 = 0, n
      from chats`)
    await client.query(`
      insert into session_counts (company_id, project_id, status, total)
      select company_id, project_id, status, count(*) from session_states group by 1, 2, 3`)
    await client.query(`
      insert into messages (id, company_id, session_id, seq, sender_kind, sender_id, client_id, text, meta, created_at)
      select gen_random_uuid(), company_id, id, seq, case when seq % 2 = 0 then 'agent' else 'visitor' end, visitor_id,
        'c' || seq, case when seq = 2 and n % 997 = 0 then 'Is the tent waterproof? ' else 'How long is the ' end ||
          ${word} || ' ' || ${word} || ' for order ' || n || ' with ' || ${word} || '?',
        '{}', at
      from chats, generate_series(1, ${messagesEach}) seq`)
    await client.query(`
      insert into session_search_texts (company_id, session_id, segment, last_seq, text)
      select company_id, session_id, (seq - 1) / 100, max(seq), string_agg(lower(text), E'\\n' order by seq)
      from messages group by company_id, session_id, (seq - 1) / 100`)
    await client.query(`
      insert into session_search_progress (company_id, rev, session_id)
      select company_id, chats, 'ffffffff-ffff-ffff-ffff-ffffffffffff' from tenants`)
    await client.query('commit')
    await client.query('set statement_timeout = 0')
    await client.query('vacuum analyze')
    await client.query('reset statement_timeout')
    const { rows } = await client.query(`
      select session_id as "sessionId", last_seq as "lastSeq", last_message_at as "lastMessageAt",
        count(*) over ()::int as chats
      from session_states where company_id = '${largest}' and status = 'active' order by last_message_at desc
      offset (select count(*) / 3 from session_states where company_id = '${largest}') limit 1`)
    return { companyId: largest, ...rows[0] }
  } finally {
    client.release()
  }
}
