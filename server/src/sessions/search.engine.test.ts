import { beforeAll, describe, expect, test } from 'vitest'
import { createFixtures, createPublishedProject, listSessions } from '../../test/fixtures/fixtures.ts'
import type { Person } from '../../test/kit/client.ts'
import { startSearchIndexing } from './index-for-search.ts'

const fixtures = createFixtures()

const newer = 1100

describe('a search', () => {
  let owner: Person
  let rival: Person
  let old: string
  let projectId: string

  beforeAll(async () => {
    owner = await fixtures.signUp('acme')
    rival = await fixtures.signUp('rival')
    const project = await createPublishedProject(owner)
    projectId = project.id
    old = await wrote(project.publicKey, [
      'Do you have 100% wool\\linen?',
      'And the Zebrawood desk?',
      'Thanks',
    ])
    await wrote((await createPublishedProject(rival)).publicKey, ['The zebrawood table'])
    await company(
      owner,
      `update sessions set visitor_name = 'Örjan Example', visitor_email = 'Old.Visitor@example.com' where id = '${old}'`,
    )
    await makeNewer()
    await keep()
  })

  async function wrote(publicKey: string, texts: string[]): Promise<string> {
    const line = await (await fixtures.visitor(publicKey)).connect()
    let sessionId = ''
    for (const text of texts)
      sessionId = (await line.send('message:send', { text, clientId: text })).session.sessionId
    return sessionId
  }

  function company(person: Person, statement: string): Promise<unknown> {
    const text = Object.assign([statement], { raw: [statement] }) as unknown as TemplateStringsArray
    return fixtures.server.app.db.company(person.data.company.id, (sql) => sql(text))
  }

  /** More conversations than a search scans without the index, all newer than the one to be found. */
  async function makeNewer(): Promise<void> {
    const ids = `'${owner.data.company.id}'::uuid, '${projectId}'::uuid`
    await company(
      owner,
      `with made as (
        insert into visitors (id, company_id, project_id, token_hash)
        select gen_random_uuid(), ${ids}, 'made ' || n from generate_series(1, ${newer}) n returning id
      ), started as (
        insert into sessions (id, company_id, project_id, visitor_id, visitor_email)
        select id, ${ids}, id, 'guest-' || row_number() over () || '@example.com' from made returning id
      ), said as (
        insert into messages (id, company_id, session_id, seq, sender_kind, sender_id, client_id, text, meta, created_at)
        select id, '${owner.data.company.id}', id, 1, 'visitor', id, 'c', 'How long does it take?', '{}', now() from started
      )
      insert into session_states (session_id, company_id, project_id, visitor_id, last_seq, last_message_at, auto_reply,
        auto_reply_delay_seconds, rev)
      select id, ${ids}, id, 1, date_trunc('milliseconds', now()) + interval '1 second', false, 10, 1 from made`,
    )
  }

  function keep(): Promise<void> {
    const keeping = startSearchIndexing(fixtures.server.app, -60)
    return keeping.runNow().finally(() => keeping.close())
  }

  const found = async (term: string, person = owner, more = '') =>
    (await listSessions(person, `?search=${encodeURIComponent(term)}${more}`)).map(
      (session) => session.sessionId,
    )

  test.each(['orjan'.replace('o', 'Ö'), 'VISITOR@example', 'zebrawood', '100% wool', 'wool\\lin', 'Thanks'])(
    'finds an old conversation %#: %s',
    async (term) => expect(await found(term)).toEqual([old]),
  )

  test('treats every character literally', async () => {
    expect(await found('100_ wool')).toEqual([])
    expect(await found('zebra%desk')).toEqual([])
    expect(await found('wool\\\\lin')).toEqual([])
  })

  test.each([
    ['a part of the email that is everybody’s', 'guest-7@example.com', 1],
    ['the end of an email', 'uest-1077@example.c', 1],
    ['the email that is everybody’s but for its end', 'guest-7@example.org', 0],
    ['words that stand otherwise than they are written', 'example guest-7', 0],
    ['words with something else between them', 'anna asks', 0],
    ['a word twice', 'long long', 0],
    ['a name that is an email', 'anna@example.com', 1],
    ['a word that another begins with', 'anna ann', 1],
    ['that word after it alone', 'ann anna', 0],
    ['a common word and an unknown one', 'how long does quokka', 0],
  ])('uses the index for rare terms, and finds all matches of %s: %s', async (_, term, count) => {
    const sessionId = await wrote((await createPublishedProject(owner)).publicKey, ['Anna Ann asks'])
    await company(owner, `update sessions set visitor_name = 'Anna@example.com' where id = '${sessionId}'`)
    await company(
      owner,
      `update session_states set last_message_at = now() - interval '1 day' where session_id = '${sessionId}'`,
    )
    await keep()
    const all = await found(term)
    expect(all).toHaveLength(count)
    await company(owner, `delete from sessions where id = '${sessionId}'`)
  })

  test('names the part of the message that contains the term', async () => {
    const matches = async (term: string) =>
      (await listSessions(owner, `?search=${encodeURIComponent(term)}`)).map(({ searchMatch }) => searchMatch)
    expect(await matches('ZEBRAWOOD')).toEqual(['And the Zebrawood desk?'])
    expect(await matches('old.visitor')).toEqual([undefined])
  })

  test('finds conversations of the own company only', async () => {
    expect(await found('zebrawood', rival)).toHaveLength(1)
    expect(await found('zebrawood', rival)).not.toContain(old)
    expect(await found('Old.Visitor', rival)).toEqual([])
  })

  test('finds an old conversation by the values of attributes, the external id and the number', async () => {
    await company(
      owner,
      `update sessions set visitor_external_id = 'customer-Q77', number = 99,
        visitor_attributes = '{"plan": "Quarterly \\"Plus\\"", "orders": 987654, "vip": true}' where id = '${old}'`,
    )
    for (const term of ['quarterly "plus"', '987654', 'Customer-q77', '#99', '#0099']) {
      expect(await found(term), term).toEqual([old])
      expect(await found(term, rival), term).toEqual([])
    }
    expect(await found('#9')).toEqual([])
    expect(await found('orders')).toEqual([])
    expect(await found('#99', owner, '&status=closed')).toEqual([])
  })

  test('respects status, project and cursor', async () => {
    expect(await found('zebrawood', owner, '&status=active')).toEqual([old])
    expect(await found('zebrawood', owner, '&status=closed')).toEqual([])
    expect(await found('zebrawood', owner, `&projectId=${projectId}`)).toEqual([old])
    expect(await found('zebrawood', owner, '&projectId=another')).toEqual([])
    const all = new Set<string>()
    for (let cursor = '', page = 0; page < 4; page++) {
      const answer = await owner.get('GET', `/api/sessions?search=take&limit=400&cursor=${cursor}`)
      for (const { sessionId } of answer.sessions) all.add(sessionId)
      cursor = answer.nextCursor
      expect(answer.total).toBeLessThanOrEqual(401)
      if (!cursor) break
    }
    expect(all.size).toBe(newer)
  })

  test('finds one and two letters among the newest conversations, and a message right after it is sent', async () => {
    const { publicKey } = await createPublishedProject(owner)
    const sessionId = await wrote(publicKey, ['Is size xy in stock?'])
    await company(
      owner,
      `update session_states set last_message_at = now() + interval '2 seconds'
      where session_id = '${sessionId}'`,
    )
    expect(await found('xy')).toEqual([sessionId])
    expect(await found('?', owner, '&limit=1')).toEqual([sessionId])
    expect(await found('in stock')).toEqual([sessionId])
    await keep()
    expect(await found('in stock')).toEqual([sessionId])
    const indexed = await fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) => sql`select segment, last_seq, text from session_search_texts where session_id = ${sessionId}`,
    )
    expect(indexed).toEqual([{ segment: 0, last_seq: 1, text: 'is size xy in stock?' }])
  })
})
