import fastify from 'fastify'
import pg from 'pg'

/**
 * The bare limit for the inbox list: Fastify and a pool, one prepared statement, no authentication and no tenant isolation; the
 * company's ID is a query parameter. The fields are those of the product's list. `/sql` passes on JSON that the database wrote.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
pool.on('error', () => {})

const tables = `
  from session_states s join sessions d on d.id = s.session_id join projects p on p.id = s.project_id
  where s.company_id = $1 and s.status = 'active' and s.last_seq > 0
  order by s.last_message_at desc, s.session_id desc limit 50`

const columns = `
  select s.session_id as "sessionId", d.number, s.company_id as "tenantId", p.id as "projectId", p.name as "projectName",
    s.status, d.visitor_name as "visitorName", d.visitor_email as "visitorEmail", d.visitor_phone as "visitorPhone",
    s.last_message as "lastMessage", s.last_message_from as "lastMessageFrom", s.last_message_at as "lastMessageAt",
    s.last_message_from = 'ai' as "lastMessageIsAi",
    coalesce(case when s.last_message_from = 'system' then s.last_person_message end, s.last_message) as "lastPersonMessage",
    case when s.last_message_from = 'visitor' then s.last_message else s.last_visitor_message end as "lastVisitorMessage",
    d.visitor_read_seq as "visitorReadSeq", d.visitor_read_at as "visitorReadAt", d.emailed_seq as "emailedSeq",
    s.last_seq as "lastSeq", s.unread_count as "unreadCountAgent", s.auto_reply as "autoReplyEnabled",
    s.auto_reply_off_by as "autoReplyOffBy", s.assigned_agent_id as "assignedAgentId",
    s.is_assignment_new as "isAssignmentNew", s.needs_human as "needsHuman",
    case when s.needs_human or s.unanswered_seq is null then s.waiting_since end as "waitingSince", d.page_url as "pageUrl", d.rating,
    d.created_at as "createdAt", s.rev as revision,
    array(select l.label_id from session_labels l where l.session_id = s.session_id order by l.label_id) as "labelIds"
  ${tables}`

const http = fastify()

http.get('/readyz', () => 'ready')
http.get('/hello', () => ({ hello: 'world' }))
http.get<{ Querystring: { company: string } }>('/rows', async ({ query }) => {
  const { rows } = await pool.query({ name: 'rows', text: columns, values: [query.company] })
  return { success: true, data: { sessions: rows } }
})
http.get<{ Querystring: { company: string } }>('/sql', async ({ query }, reply) => {
  const { rows } = await pool.query<{ text: string }>({
    name: 'sql',
    text: `select coalesce(json_agg(row_to_json(q)), '[]')::text as text from (${columns}) q`,
    values: [query.company],
  })
  reply.type('application/json').serializer((text: string) => text)
  return `{"success":true,"data":{"sessions":${rows[0]?.text}}}`
})

process.on('disconnect', () => process.exit(0))
await http.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
