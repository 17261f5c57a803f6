import pg from 'pg'
import { onTestFinished } from 'vitest'
import { embeddedPort } from '../src/kit/db/pglite.ts'
import type { Settings } from '../src/kit/process/settings.ts'
import type { Person } from './client.ts'
import { createPublishedProject, type Fixtures } from './fixtures.ts'
import type { TestServer } from './server.ts'

/** A visitor of a new project has written one message. The owner, of a new company by default, and the visitor are connected. */
export async function openConversation(fixtures: Fixtures, by?: Person) {
  const owner = by ?? (await fixtures.signUp())
  const project = await createPublishedProject(owner)
  const visitor = await fixtures.visitor(project.publicKey)
  const visitorLine = await visitor.connect()
  const agentLine = await owner.connect()
  const { session } = await visitorLine.send('message:send', { text: 'Is anybody there?', clientId: 'v1' })
  const sessionId: string = session.sessionId
  return { owner, project, visitor, visitorLine, agentLine, sessionId, path: `/api/sessions/${sessionId}` }
}

/** Adds closed conversations with one message each, each with its own visitor and revision. Returns their ids, oldest first. */
export async function addConversations(
  { app }: Pick<TestServer, 'app'>,
  owner: Person,
  projectId: string,
  count: number,
): Promise<string[]> {
  const companyId = owner.data.company.id
  return app.db.company(companyId, async (sql) => {
    const [revision] = await sql<{ rev: number }>`
      update company_revisions set rev = rev + ${count} returning rev - ${count} as rev`
    const rows = await sql<{ id: string }>`
      with visitor as (
        insert into visitors (id, company_id, project_id, token_hash)
        select gen_random_uuid(), ${companyId}, ${projectId}, gen_random_uuid()::text from generate_series(1, ${count})
        returning id
      ), session as (
        insert into sessions (id, company_id, project_id, visitor_id)
        select gen_random_uuid(), ${companyId}, ${projectId}, id from visitor returning id, visitor_id
      ), state as (
        insert into session_states (session_id, company_id, project_id, visitor_id, status, last_seq, last_message,
          last_message_at, auto_reply, auto_reply_delay_seconds, rev)
        select id, ${companyId}, ${projectId}, visitor_id, 'closed', 1, 'Hello',
          now() - make_interval(hours => 1, secs => ${count} - row_number() over ()), false, 0,
          ${revision?.rev ?? 0} + row_number() over ()
        from session returning session_id, rev
      ), message as (
        insert into messages (id, company_id, session_id, seq, sender_kind, sender_id, client_id, text, meta, created_at)
        select gen_random_uuid(), ${companyId}, id, 1, 'visitor', visitor_id, 'c', 'Hello', '{}', now() from session
      )
      select session_id as id from state order by rev`
    return rows.map(({ id }) => id)
  })
}

/** Connects as the owner of the tables, for changes that the roles of requests are not allowed to make. */
export async function connectAsOwner({ databaseUrl, dataDir }: Settings): Promise<pg.Client> {
  const client = new pg.Client(
    databaseUrl
      ? { connectionString: databaseUrl }
      : { host: dataDir, port: embeddedPort, user: 'postgres', database: 'postgres' },
  )
  client.on('error', () => {}) // the embedded database stops before this connection is closed
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  return client
}

/** Simulates the statement timeout: PostgreSQL cancels a statement that deletes or updates more than `maxRows` rows of the table. */
export async function limitStatements(
  settings: Settings,
  kind: 'DELETE' | 'UPDATE',
  table: string,
  maxRows: number,
): Promise<void> {
  const client = await connectAsOwner(settings)
  const name = `limit_${kind.toLowerCase()}_of_${table}`
  await client.query(`
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) FROM changed) > ${maxRows} THEN
        RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = '57014';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER ${name} AFTER ${kind} ON ${table} REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION ${name}();`)
}
