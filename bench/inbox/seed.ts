import { randomUUID } from 'node:crypto'
import type pg from 'pg'

type Size = { sessions: number; messagesEach: number; companies: number }
export type Desk = { companyId: string; sessionId: string; lastSeq: number }

/** A company has twice as many conversations as the one of twice its rank. Answers the largest, and one of its own. */
export async function seedDesks(pool: pg.Pool, { sessions, messagesEach, companies }: Size): Promise<Desk> {
  const largest = randomUUID()
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(`
      create temporary table desks on commit drop as
      select case when rank = 1 then '${largest}'::uuid else gen_random_uuid() end as company_id,
        gen_random_uuid() as project_id, rank,
        ceil(${sessions} / rank::numeric / (select sum(1.0 / r) from generate_series(1, ${companies}) r))::int as chats
      from generate_series(1, ${companies}) rank`)
    await client.query(`
      insert into companies (company_id, name, public_key)
      select company_id, 'Bench ' || rank, 'bench-' || rank from desks`)
    await client.query('insert into company_revisions (company_id, rev) select company_id, 1 from desks')
    await client.query(`
      insert into projects (id, company_id, name, public_key)
      select project_id, company_id, 'Shop', 'shop-' || rank from desks`)
    await client.query(`
      create temporary table chats on commit drop as
      select gen_random_uuid() as id, gen_random_uuid() as visitor_id, company_id, project_id, n
      from desks, generate_series(1, chats) n`)
    await client.query(`
      insert into visitors (id, company_id, project_id, token_hash)
      select visitor_id, company_id, project_id, id::text from chats`)
    await client.query(`
      insert into sessions (id, company_id, project_id, visitor_id, visitor_name, visitor_email, page_url)
      select id, company_id, project_id, visitor_id, 'Visitor ' || n, 'visitor-' || n || '@example.com',
        'https://example.com/help/' || n from chats`)
    await client.query(`
      insert into session_states (session_id, company_id, project_id, visitor_id, status, last_seq, last_message,
        last_message_from, last_message_at, unread_count, auto_reply, auto_reply_seconds, needs_human, rev)
      select id, company_id, project_id, visitor_id, case when n % 4 = 0 then 'closed' else 'active' end,
        ${messagesEach}, 'Does the blue one ship abroad? Number ' || n, 'visitor', now() - n * interval '1 minute',
        case when n % 10 = 0 then 2 else 0 end, true, 10, n % 50 = 0, 1
      from chats`)
    await client.query(`
      insert into session_counts (company_id, project_id, status, total)
      select company_id, project_id, status, count(*) from session_states group by 1, 2, 3`)
    await client.query(`
      insert into messages (id, company_id, session_id, seq, sender_kind, sender_id, client_id, text, meta, created_at)
      select gen_random_uuid(), company_id, id, seq, case when seq % 2 = 0 then 'agent' else 'visitor' end, visitor_id,
        'c' || seq, case when n % 997 = 0 then 'Is the tent waterproof? ' else 'How long does it take to ship? ' end || seq,
        '{}', now() - n * interval '1 minute'
      from chats, generate_series(1, ${messagesEach}) seq`)
    await client.query('commit')
    await client.query('vacuum analyze')
    const { rows } = await client.query(
      `select session_id as "sessionId", last_seq as "lastSeq" from session_states where company_id = '${largest}' limit 1`,
    )
    return { companyId: largest, ...rows[0] }
  } finally {
    client.release()
  }
}
