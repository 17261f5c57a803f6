import { describe, expect, test } from 'vitest'
import { addConversations, openConversation } from '../../test/fixtures/conversations.ts'
import {
  addKnowledge,
  createFixtures,
  createPublishedProject,
  listSessions,
} from '../../test/fixtures/fixtures.ts'
import type { Person } from '../../test/kit/client.ts'
import type { Db } from '../kit/db/db.ts'
import { exportAll } from './export.ts'

const fixtures = createFixtures()

test('a conversation that needs a person is marked, counted and filtered', async () => {
  const { owner, sessionId, path } = await openConversation(fixtures)
  await openConversation(fixtures, owner)
  expect(await listSessions(owner, '?needsHuman=true')).toEqual([])
  const { session } = await owner.get('PATCH', `${path}/needs-human`, { needsHuman: true })
  expect(session.needsHuman).toBe(true)
  const page = await owner.get('GET', '/api/sessions?needsHuman=true&status=active')
  expect(page).toMatchObject({ total: 1, sessions: [{ sessionId }] })
  expect((await owner.call('GET', '/api/sessions?needsHuman=no')).status).toBe(400)
})

test('views show what waits for the team and what the AI has answered', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner, { agent: { autoReply: true, autoReplyRateLimit: 5 } })
  await addKnowledge(owner, project.id, 'You may return any item within 30 days of delivery.')
  const other = await createPublishedProject(owner)
  const ask = async (publicKey: string, text: string) => {
    const line = await (await fixtures.visitor(publicKey)).connect()
    const { session } = await line.send('message:send', { text, clientId: 'v1' })
    return { line, sessionId: session.sessionId as string }
  }
  const question = 'How many days do I have to return an item?'
  const answered = await ask(project.publicKey, question)
  await answered.line.next('message:new', ({ message }) => message.isAi)
  const handedOver = await ask(project.publicKey, question)
  await handedOver.line.next('message:new', ({ message }) => message.isAi)
  await handedOver.line.send('person:request', {})
  const withoutAi = await ask(other.publicKey, 'Is anybody there?')

  const listed = async (query: string) =>
    (await listSessions(owner, query)).map(({ sessionId }) => sessionId).toSorted()
  const waiting = [handedOver.sessionId, withoutAi.sessionId].toSorted()
  expect(await listed('?view=needs_you')).toEqual(waiting)
  expect(await listed('?view=ai')).toEqual([answered.sessionId])
  expect(await listed('?view=needs_you&search=return')).toEqual([handedOver.sessionId])
  expect(await listed('?view=ai&search=return')).toEqual([answered.sessionId])
  expect((await owner.call('GET', '/api/sessions?view=all')).status).toBe(400)
  const counts = (query = '') => owner.get('GET', `/api/sessions/view-counts${query}`)
  expect(await counts()).toEqual({ needsYou: 2, ai: 1, mine: 0, unassigned: 3 })
  expect(await counts(`?projectId=${other.id}`)).toEqual({ needsYou: 1, ai: 0, mine: 0, unassigned: 1 })
  expect(await counts('?projectId=all')).toEqual({ needsYou: 0, ai: 0, mine: 0, unassigned: 0 })
  const rival = await fixtures.signUp('rival')
  expect(await rival.get('GET', `/api/sessions/view-counts?projectId=${project.id}`)).toMatchObject({ ai: 0 })

  const waitingNow = (person: Person) => person.get('GET', '/api/sessions/waiting')
  const [first] = (await listSessions(owner, '?view=needs_you')).toSorted((one, two) =>
    String(one.waitingSince).localeCompare(String(two.waitingSince)),
  )
  expect(await waitingNow(owner)).toEqual({ count: 2, since: first?.waitingSince })
  expect(await waitingNow(rival)).toEqual({ count: 0, since: null })

  await owner.get('PATCH', `/api/sessions/${handedOver.sessionId}/assign`, { agentId: owner.data.user.id })
  await owner.get('PATCH', `/api/sessions/${handedOver.sessionId}/needs-human`, { needsHuman: false })
  await owner.get('PATCH', `/api/sessions/${withoutAi.sessionId}/status`, { status: 'closed' })
  expect(await counts()).toEqual({ needsYou: 0, ai: 1, mine: 1, unassigned: 1 })
})

test("today's conversations are counted by project, with those that only the AI replied to", async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner, { agent: { autoReply: true, autoReplyRateLimit: 5 } })
  await addKnowledge(owner, project.id, 'You may return any item within 30 days of delivery.')
  const other = await createPublishedProject(owner)
  await createPublishedProject(owner)
  const ask = async (publicKey: string) => {
    const line = await (await fixtures.visitor(publicKey)).connect()
    const text = 'How many days do I have to return an item?'
    const { session } = await line.send('message:send', { text, clientId: 'v1' })
    return { line, path: `/api/sessions/${session.sessionId}` }
  }
  const [answered, handedOver, joined, earlier] = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const conversation = await ask(project.publicKey)
      await conversation.line.next('message:new', ({ message }) => message.isAi)
      return conversation
    }),
  )
  await handedOver?.line.send('person:request', {})
  await owner.get('POST', `${joined?.path}/messages`, { text: 'Anything else?', clientId: 'a1' })
  await owner.get('PATCH', `${answered?.path}/status`, { status: 'closed' })
  await ask(other.publicKey)
  // A visitor who opens the chat and writes nothing.
  await (await fixtures.visitor(other.publicKey)).connect()
  await moveLastMessage(owner, earlier?.path.split('/').at(-1) ?? '', 25)

  const today = await owner.get('GET', '/api/sessions/today')
  expect(today).toHaveLength(2)
  expect(today).toContainEqual({ projectId: other.id, conversations: 1, aiOnly: 0 })
  expect(today).toContainEqual({ projectId: project.id, conversations: 3, aiOnly: 1 })
  const rival = await fixtures.signUp('rival')
  expect(await rival.get('GET', '/api/sessions/today')).toEqual([])
})

test("today is the day of the company's time zone", async () => {
  const { owner, sessionId } = await openConversation(fixtures)
  await moveLastMessage(owner, sessionId, 20)
  const countIn = async (timeZone: string) => {
    await owner.get('PATCH', '/api/company', { timeZone })
    return (await owner.get('GET', '/api/sessions/today')).length
  }
  expect(await countIn(findZoneAt(22))).toBe(1)
  expect(await countIn(findZoneAt(10))).toBe(0)
})

/** Moves the last message of the conversation into the past. */
async function moveLastMessage(owner: Person, sessionId: string, hours: number) {
  await fixtures.server.app.db.company(owner.data.company.id, async (sql) => {
    await sql`
      update session_states set last_message_at = last_message_at - make_interval(hours => ${hours})
      where session_id = ${sessionId}`
  })
}

/** A time zone where it is this hour of the day now. */
function findZoneAt(hour: number): string {
  const offset = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  // POSIX names have the opposite sign.
  return `Etc/GMT${offset < 0 ? '+' : '-'}${Math.abs(offset)}`
}

test('staff see a visitor’s origin and earlier conversations', async () => {
  const { owner, visitorLine, sessionId, path } = await openConversation(fixtures)
  await owner.get('PATCH', `${path}/status`, { status: 'archived' })
  const sent = await visitorLine.send('message:send', { text: 'Me again', clientId: 'v2' })
  const { visitor, earlier } = await owner.get('GET', `/api/sessions/${sent.session.sessionId}/visitor`)
  expect(visitor).toMatchObject({
    name: null,
    identity: 'unknown',
    pageUrl: 'https://shop.example.com/tents',
    locale: 'en',
    firstSeenAt: expect.any(String),
  })
  expect(earlier).toMatchObject([{ sessionId, status: 'archived', online: false }])
  await visitorLine.send('prechat:submit', { fields: { name: 'Sample Visitor' } })
  const after = await owner.get('GET', `/api/sessions/${sent.session.sessionId}/visitor`)
  expect(after.visitor).toMatchObject({ name: 'Sample Visitor', identity: 'claimed' })
})

describe('an export', () => {
  test('of a conversation is complete, as text and as JSON', async () => {
    const { owner, agentLine, sessionId, path } = await openConversation(fixtures)
    await agentLine.send('message:send', { sessionId, text: 'Yes.\nI am.', clientId: 'a1' })
    const text = await owner.call('GET', `${path}/export?format=text`)
    expect(text.headers.get('content-disposition')).toMatch(/filename\*=UTF-8''conversation-[\d-]+-\w+\.txt$/)
    expect(text.text).toMatch(/^Conversation with Guest Visitor\nProject: Shop\n/)
    expect(text.text).toMatch(
      /\] Guest Visitor: Is anybody there\?\n\[.+ UTC\] Owner of acme: Yes\.\nI am\.\n$/,
    )
    const json = await owner.call('GET', `${path}/export?format=json`)
    expect(json.body).toMatchObject({ session: { sessionId }, messages: [{ seq: 1 }, { seq: 2 }] })
    expect(json.text).not.toContain('visitorId')
    expect((await owner.call('GET', `${path}/export?format=xml`)).status).toBe(400)
  })

  test('of all conversations is a CSV without formulas', async () => {
    const { owner, visitorLine } = await openConversation(fixtures)
    await openConversation(fixtures, owner)
    await visitorLine.send('prechat:submit', { fields: { name: '=HYPERLINK("http://x","y")' } })
    const { headers, text } = await owner.call('GET', '/api/sessions/export')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const rows = text.trim().split('\r\n')
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatch(/^\ufeff?Conversation,Project,Status,Visitor,/)
    expect(text).toContain(`,"'=HYPERLINK(""http://x"",""y"")",`)
    expect(
      (await owner.call('GET', '/api/sessions/export?status=closed')).text.trim().split('\r\n'),
    ).toHaveLength(1)
    const rival = await fixtures.signUp('rival')
    expect((await rival.call('GET', '/api/sessions/export')).text.trim().split('\r\n')).toHaveLength(1)
  })

  test('of all conversations contains those that become active while it runs', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    const companyId = owner.data.company.id
    const sessionIds = await addConversations(fixtures.server, owner, project.id, 1100)
    const { app } = fixtures.server
    const oldest = sessionIds.slice(0, 50)
    let transactions = 0
    const db: Db = {
      ...app.db,
      async company(id, work) {
        const result = await app.db.company(id, work)
        transactions += 1
        // After the names and the first page of conversations.
        if (transactions === 2)
          await app.db.company(
            id,
            (sql) =>
              sql`update session_states set last_message_at = now() where session_id = any(${oldest}::uuid[])`,
          )
        return result
      },
    }
    const { content } = await exportAll({ db }, companyId, undefined)
    let text = ''
    for await (const part of content) text += part
    const exported = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[0])
    expect(exported.toSorted()).toEqual(sessionIds.toSorted())
  })
})

test('the list distinguishes messages of the AI from those of an agent', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner, { agent: { autoReply: true, autoReplyRateLimit: 5 } })
  await owner.get('POST', `/api/projects/${project.id}/faq`, {
    question: 'Are you open?',
    answer: 'Yes, always.',
  })
  await owner.get('PATCH', `/api/projects/${project.id}/faq-toggle`, { faqEnabled: true })
  const line = await (await fixtures.visitor(project.publicKey)).connect()
  const agentLine = await owner.connect()
  const { session } = await line.send('message:send', { text: 'Are you open?', clientId: 'v1' })
  await agentLine.next('message:new', ({ message }) => message.isAi)
  expect((await listSessions(owner))[0]).toMatchObject({ lastMessageFrom: 'agent', lastMessageIsAi: true })
  await agentLine.send('message:send', { sessionId: session.sessionId, text: 'Indeed.', clientId: 'a1' })
  expect((await listSessions(owner))[0]).toMatchObject({ lastMessageFrom: 'agent', lastMessageIsAi: false })
})
