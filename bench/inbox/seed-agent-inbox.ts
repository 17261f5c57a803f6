import type pg from 'pg'

type AgentInbox = { companyId: string; projectId: string; chats: number; long: number }

/** Creates conversations of one company: the newest with `long` messages, five with a hundred, and the others with two. */
export async function seedAgentInbox(
  pool: pg.Pool,
  { companyId, projectId, chats, long }: AgentInbox,
): Promise<string[]> {
  const client = await pool.connect()
  const scope = `'${companyId}'::uuid, '${projectId}'::uuid`
  try {
    await client.query('begin; set local statement_timeout = 0; set local session_replication_role = replica')
    await client.query(`
      create temporary table chats on commit drop as
      select gen_random_uuid() as id, n, case when n = 1 then ${long} when n <= 6 then 100 else 2 end as length,
        date_trunc('milliseconds', now()) - n * interval '1 minute' as at
      from generate_series(1, ${chats}) n`)
    await client.query(`
      insert into visitors (id, company_id, project_id, token_hash) select id, ${scope}, id::text from chats`)
    await client.query(`
      insert into sessions (id, company_id, project_id, visitor_id, visitor_name, visitor_email)
      select id, ${scope}, id, 'Visitor ' || n, 'visitor-' || n || '@example.com' from chats`)
    await client.query(`
      insert into session_states (session_id, company_id, project_id, visitor_id, last_seq, last_message,
        last_message_from, last_message_at, unread_count, auto_reply, auto_reply_delay_seconds, rev)
      select id, ${scope}, id, length, 'Where is my order ' || n || '?', 'visitor', at, n % 7 / 6, false, 10, n from chats`)
    await client.query(`
      insert into session_counts (company_id, project_id, status, total) values (${scope}, 'active', ${chats})`)
    await client.query(`
      insert into messages (id, company_id, session_id, seq, sender_kind, sender_id, client_id, text, meta, created_at)
      select gen_random_uuid(), '${companyId}', id, seq, case when seq % 3 = 0 then 'agent' else 'visitor' end, id,
        'c' || seq, 'Message ' || seq || ' of visitor ' || n || '. ' ||
          repeat('How long does it take to ship the **blue** one abroad? ', 1 + seq % 4), '{}',
        at - (length - seq) * interval '50 seconds'
      from chats, generate_series(1, length) seq`)
    await client.query('commit')
    const { rows } = await client.query<{ id: string }>(`
      select session_id as id from session_states where company_id = '${companyId}' order by last_message_at desc limit 6`)
    return rows.map(({ id }) => id)
  } finally {
    client.release()
  }
}
