import { Sql as Statement } from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPrivateFixtures } from '../../test/fixtures/fixtures.ts'
import { createState } from '../../test/fixtures/session-state.ts'
import type { Person } from '../../test/kit/client.ts'
import type { Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import type { StoredMessage } from './message-fields.ts'
import { insertMessages, lockStates } from './store.ts'

const fixtures = createPrivateFixtures()
const at = '2026-01-01T00:00:00.000Z'

describe.each([
  ['a large company among many that hardly have a conversation', 2000, 3000],
  ['the only one, with a few hundred conversations', 400, 400],
])('conversations are found by their ids, not by scanning the company: %s', (_, ofCompany, inAll) => {
  let owner: Person
  let companyId: string

  beforeAll(async () => {
    owner = await fixtures.signUp('acme')
    companyId = owner.data.company.id
    await fixtures.server.app.db.company(companyId, async (sql) => {
      await sql`reset role`
      await sql`set local session_replication_role = replica`
      await sql`delete from session_states`
      await sql`
        insert into session_states (session_id, company_id, project_id, visitor_id, last_seq, auto_reply, auto_reply_delay_seconds)
        select gen_random_uuid(), case when n <= ${ofCompany} then ${companyId}::uuid else gen_random_uuid() end,
          gen_random_uuid(), gen_random_uuid(), 1, false, 10
        from generate_series(1, ${inAll}::int) n`
      await sql`analyze session_states`
    })
  })

  /** The query plan of the statement that `work` sends. */
  function planOf(work: (sql: Sql) => Promise<unknown>): Promise<string> {
    return fixtures.server.app.db.company(companyId, async (sql) => {
      let plan = ''
      const explain = async (text: TemplateStringsArray, ...values: unknown[]) => {
        const { strings, values: flat } = new Statement(text, values)
        const explained = [`explain ${strings[0]}`, ...strings.slice(1)]
        const rows = await sql<{ 'QUERY PLAN': string }>(
          Object.assign(explained, { raw: explained }) as unknown as TemplateStringsArray,
          ...flat,
        )
        plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        return []
      }
      await work(Object.assign(explain, { andCommit: explain, prepared: explain }) as unknown as Sql)
      return plan
    })
  }

  const sessionId = newId()
  const message: StoredMessage = {
    id: newId(),
    sessionId,
    seq: 2,
    senderKind: 'visitor',
    senderId: newId(),
    senderName: null,
    clientId: 'c',
    text: 'Hello',
    attachments: null,
    meta: {},
    createdAt: at,
  }
  const state = createState({ sessionId, lastSeq: 2, unread: 1, reopenedSeq: 1 })

  test.each([
    ['locked', (sql: Sql) => lockStates(sql, [sessionId])],
    [
      'moved on by a message',
      (sql: Sql) => insertMessages(sql, companyId, { messages: [message], states: [state] }),
    ],
  ])('when they are %s', async (_, work) => {
    const plan = await planOf(work)
    expect(plan).toContain('Index Scan using session_states_pkey on session_states')
    expect(plan.match(/session_states_(?!pkey)\w+|Seq Scan on session_states/g)).toBeNull()
  })
})
