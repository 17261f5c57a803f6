import pg from 'pg'

/** Creates conversations for a company, and the same number for each of 20 others. */
export async function seedSessions(databaseUrl: string, companyId: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(
      `create temporary table tenants on commit drop as
       select company_id, id as project_id, 0 as place from projects where company_id = '${companyId}'`,
    )
    await client.query(`
      with made as (
        insert into companies (company_id, name, public_key)
        select gen_random_uuid(), 'Bench ' || n, 'bench-' || n from generate_series(1, 20) n returning company_id
      ), projects as (
        insert into projects (id, company_id, name, public_key)
        select gen_random_uuid(), company_id, 'Shop', 'bench-' || company_id from made
        returning company_id, id
      )
      insert into tenants select company_id, id, row_number() over () from projects`)
    await client.query(
      `create temporary table chats on commit drop as
       select gen_random_uuid() as id, gen_random_uuid() as visitor_id, company_id, project_id, n
       from tenants, generate_series(1, ${count}) n`,
    )
    await client.query(`
      insert into visitors (id, company_id, project_id, token_hash)
      select visitor_id, company_id, project_id, id::text from chats`)
    await client.query(`
      insert into sessions (id, company_id, project_id, visitor_id, visitor_name, visitor_email, page_url)
      select id, company_id, project_id, visitor_id, 'Visitor ' || n, 'visitor-' || n || '@example.com',
        'https://example.com/help/' || n from chats`)
    await client.query(`
      insert into session_states (session_id, company_id, project_id, visitor_id, status, last_seq, last_message,
        last_message_from, last_message_at, unread_count, auto_reply, auto_reply_delay_seconds)
      select id, company_id, project_id, visitor_id, case when n % 4 = 0 then 'closed' else 'active' end, 12,
        'Does the blue one ship abroad, and how long does that take? Number ' || n, 'visitor',
        now() - n * interval '1 minute', case when n % 10 = 0 then 2 else 0 end, true, 10
      from chats`)
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
