import pg from 'pg'
import { expect, test } from 'vitest'
import { createPrivateFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'
import type { Person } from '../../test/kit/client.ts'
import { embeddedPort } from '../kit/db/embedded/pglite.ts'
import { startSearchIndexing } from './index-for-search.ts'

/** Without background tasks, so that only the tests index. */
const fixtures = createPrivateFixtures({ runsJobs: false })

/** Runs statements as the owner of the database, which a server never does. */
async function asDatabaseOwner(statements: string): Promise<void> {
  const { databaseUrl, dataDir } = fixtures.server.app.settings
  const client = new pg.Client(
    databaseUrl
      ? { connectionString: databaseUrl }
      : { host: dataDir, port: embeddedPort, user: 'postgres', database: 'postgres' },
  )
  await client.connect()
  await client.query(statements)
  await client.end()
}

/** A company with this number of conversations of one message. */
async function createCompany(name: string, conversations = 1): Promise<Person> {
  const owner = await fixtures.signUp(name)
  const { publicKey } = await createPublishedProject(owner)
  for (let count = 0; count < conversations; count++) {
    const visitor = await (await fixtures.visitor(publicKey)).connect()
    await visitor.send('message:send', { text: 'Where is my parcel?', clientId: 'c' })
    visitor.socket.disconnect()
  }
  return owner
}

async function countIndexed(owner: Person): Promise<number> {
  const rows = await fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) => sql`select from session_search_texts`,
  )
  return rows.length
}

/** Indexes all conversations, however recent their last message is. */
async function indexOnce(): Promise<void> {
  const task = startSearchIndexing(fixtures.server.app, -60)
  await task.runNow()
  await task.close()
}

test('a company whose conversations cannot be indexed does not stop the index of the others', async () => {
  const [first, failing, last] = [
    await createCompany('first'),
    await createCompany('failing'),
    await createCompany('last'),
  ]
  await asDatabaseOwner(`
    CREATE FUNCTION fail_index() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not possible'; END $$;
    CREATE TRIGGER fail_index BEFORE INSERT ON session_search_texts FOR EACH ROW
      WHEN (NEW.company_id = '${failing.data.company.id}') EXECUTE FUNCTION fail_index()`)
  await indexOnce()
  expect(await Promise.all([first, failing, last].map(countIndexed))).toEqual([1, 0, 1])
  expect(fixtures.server.logged.some((line) => line.includes(failing.data.company.id))).toBe(true)
  await asDatabaseOwner('DROP TRIGGER fail_index ON session_search_texts')
  await indexOnce()
  expect(await countIndexed(failing)).toBe(1)
})

test('conversations that exceed the time limit of a statement together are indexed in smaller batches', async () => {
  const owner = await createCompany('busy', 30)
  await asDatabaseOwner(`
    CREATE FUNCTION cancel_large_batch() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM added) > 5 THEN RAISE 'canceling statement' USING ERRCODE = '57014'; END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER cancel_large_batch AFTER INSERT ON session_search_texts REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION cancel_large_batch()`)
  await indexOnce()
  expect(await countIndexed(owner)).toBe(30)
})
