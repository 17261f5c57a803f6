import { describe, expect, test } from 'vitest'
import type { Person } from '../../test/client.ts'
import { addConversations } from '../../test/conversations.ts'
import { createFixtures, createPublishedProject, listSessions } from '../../test/fixtures.ts'
import type { Db } from '../kit/db/db.ts'
import { exportAll } from './export.ts'

const fixtures = createFixtures()

async function conversation(by?: Person) {
  const owner = by ?? (await fixtures.signUp())
  const project = await createPublishedProject(owner)
  const visitor = await fixtures.visitor(project.publicKey)
  const visitorLine = await visitor.connect()
  const agentLine = await owner.connect()
  const { session } = await visitorLine.send('message:send', { text: 'Is anybody there?', clientId: 'v1' })
  const sessionId: string = session.sessionId
  return { owner, project, visitor, visitorLine, agentLine, sessionId, path: `/api/sessions/${sessionId}` }
}

describe('labels', () => {
  test('are added to conversations, filter the list, and disappear when deleted', async () => {
    const { owner, sessionId, path, agentLine } = await conversation()
    const other = await conversation(owner)
    const rival = await fixtures.signUp('rival')
    const theirs = await rival.get('POST', '/api/labels', { name: 'Urgent', tone: 'bad' })
    const urgent = await owner.get('POST', '/api/labels', { name: ' Urgent ', tone: 'bad' })
    expect(urgent).toMatchObject({ name: 'Urgent', tone: 'bad' })
    expect(await owner.call('POST', '/api/labels', { name: 'urgent', tone: 'ok' })).toMatchObject({
      status: 409,
      body: { message: 'A label with this name already exists' },
    })
    const { session } = await owner.get('PATCH', `${path}/labels`, { labelId: urgent.id, isOn: true })
    expect(session.labelIds).toEqual([urgent.id])
    await agentLine.next('session:upsert', (data) => data.session.labelIds.length === 1)
    await owner.get('PATCH', `${path}/labels`, { labelId: urgent.id, isOn: true })
    const refused = await owner.call('PATCH', `${path}/labels`, { labelId: theirs.id, isOn: true })
    expect(refused.status).toBe(400)
    expect((await listSessions(owner, `?labelId=${urgent.id}`)).map((one) => one.sessionId)).toEqual([
      sessionId,
    ])
    expect(await listSessions(owner, '?labelId=x')).toEqual([])
    expect((await owner.get('GET', `/api/sessions?labelId=${urgent.id}&status=active`)).total).toBe(1)
    expect(await owner.get('PUT', `/api/labels/${urgent.id}`, { name: 'Now', tone: 'warn' })).toMatchObject({
      name: 'Now',
    })
    await owner.get('PATCH', `${other.path}/labels`, { labelId: urgent.id, isOn: true })
    await owner.get('PATCH', `${other.path}/labels`, { labelId: urgent.id, isOn: false })
    expect((await listSessions(owner, `?labelId=${urgent.id}`)).length).toBe(1)
    await owner.get('DELETE', `/api/labels/${urgent.id}`)
    expect((await listSessions(owner)).flatMap((one) => one.labelIds)).toEqual([])
  })
})

test('saved replies belong to the company', async () => {
  const owner = await fixtures.signUp()
  const colleague = await fixtures.joined(owner, 'Agent')
  const reply = await colleague.get('POST', '/api/saved-replies', {
    name: 'Hours',
    text: 'From {companyName}',
  })
  expect((await owner.get('GET', '/api/saved-replies')).savedReplies).toEqual([reply])
  expect((await owner.call('POST', '/api/saved-replies', { name: 'HOURS', text: 'x' })).status).toBe(409)
  expect((await owner.call('POST', '/api/saved-replies', { name: ' ', text: 'x' })).status).toBe(400)
  await owner.get('PUT', `/api/saved-replies/${reply.id}`, { name: 'Opening', text: '9 to 5' })
  expect((await colleague.get('GET', '/api/saved-replies')).savedReplies).toMatchObject([
    { name: 'Opening', text: '9 to 5' },
  ])
  await owner.get('DELETE', `/api/saved-replies/${reply.id}`)
  expect((await colleague.get('GET', '/api/saved-replies')).savedReplies).toEqual([])
})

describe('a note', () => {
  test('is broadcast to colleagues, never to the visitor, and notifies mentioned members', async () => {
    const { owner, project, visitor, visitorLine, agentLine, sessionId, path } = await conversation()
    const colleague = await fixtures.joined(owner, 'Agent', 'Kim')
    const bystander = await fixtures.joined(owner, 'Agent', 'Lee')
    const rival = await fixtures.signUp('rival')
    const [kim, lee] = [await colleague.connect(), await bystander.connect()]
    const note = await owner.get('POST', `${path}/notes`, {
      text: '@Kim please look',
      mentions: [colleague.data.user.id, rival.data.user.id, owner.data.user.id],
    })
    expect(note).toMatchObject({
      sessionId,
      author: { id: owner.data.user.id, name: 'Owner of acme' },
      text: '@Kim please look',
      mentions: [colleague.data.user.id],
    })
    expect((await agentLine.next('note:new')).note).toEqual(note)
    expect((await kim.next('mention:new')).note).toEqual(note)
    await lee.next('note:new')
    expect(lee.received.some(({ event }) => event === 'mention:new')).toBe(false)
    expect(await colleague.get('GET', '/api/mentions')).toEqual({
      mentions: [{ note, visitorName: null, isRead: false }],
      unread: 1,
    })
    expect(await rival.get('GET', '/api/mentions')).toEqual({ mentions: [], unread: 0 })
    expect(await colleague.get('PATCH', `${path}/mentions/read`)).toEqual({ unread: 0 })
    expect((await colleague.get('GET', '/api/mentions')).mentions).toMatchObject([{ isRead: true }])
    expect((await owner.get('GET', `${path}/notes`)).notes).toEqual([note])
    // The note is not a message: it has no seq and its text is not in the conversation.
    const { message } = await visitorLine.send('message:send', { text: 'Hello?', clientId: 'v2' })
    expect(message.seq).toBe(2)
    const again = await fixtures.visitor(project.publicKey, visitor.visitorToken)
    expect(again.messages).toHaveLength(2)
    expect(JSON.stringify(again)).not.toContain('please look')
    expect(JSON.stringify(visitorLine.received)).not.toContain('please look')
    expect((await listSessions(owner))[0]?.lastMessage).toBe('Hello?')
  })

  test('can be deleted by its author only', async () => {
    const { owner, agentLine, sessionId, path } = await conversation()
    const colleague = await fixtures.joined(owner, 'Admin')
    const note = await owner.get('POST', `${path}/notes`, { text: 'Wrong' })
    expect((await colleague.call('DELETE', `${path}/notes/${note.id}`)).status).toBe(403)
    await owner.get('DELETE', `${path}/notes/${note.id}`)
    expect(await agentLine.next('note:removed')).toEqual({ sessionId, noteId: note.id })
    expect((await owner.get('GET', `${path}/notes`)).notes).toEqual([])
    for (const mentions of [['x'], 'x', Array.from({ length: 21 }, () => owner.data.user.id)]) {
      expect((await owner.call('POST', `${path}/notes`, { text: 'x', mentions })).status).toBe(400)
    }
  })
})

test('a conversation that needs a person is marked, counted and filtered', async () => {
  const { owner, sessionId, path } = await conversation()
  await conversation(owner)
  expect(await listSessions(owner, '?needsHuman=true')).toEqual([])
  const { session } = await owner.get('PATCH', `${path}/needs-human`, { needsHuman: true })
  expect(session.needsHuman).toBe(true)
  const page = await owner.get('GET', '/api/sessions?needsHuman=true&status=active')
  expect(page).toMatchObject({ total: 1, sessions: [{ sessionId }] })
  expect((await owner.call('GET', '/api/sessions?needsHuman=no')).status).toBe(400)
})

test('staff see a visitor’s origin and earlier conversations', async () => {
  const { owner, visitorLine, sessionId, path } = await conversation()
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

test('colleagues see who views a conversation and who is typing, until they leave', async () => {
  const { owner, agentLine, visitorLine, sessionId } = await conversation()
  const colleague = await fixtures.joined(owner, 'Agent', 'Kim')
  const kim = await colleague.connect()
  const user = { id: colleague.data.user.id, name: 'Kim' }
  await kim.send('viewing', { sessionId, isViewing: true, isTyping: true })
  expect(await agentLine.next('colleague:update')).toEqual({
    sessionId,
    user,
    isViewing: true,
    isTyping: true,
  })
  kim.socket.disconnect()
  expect(await agentLine.next('colleague:update')).toEqual({
    sessionId,
    user,
    isViewing: false,
    isTyping: false,
  })
  expect(visitorLine.received.some(({ event }) => event === 'colleague:update')).toBe(false)
})

describe('an export', () => {
  test('of a conversation is complete, as text and as JSON', async () => {
    const { owner, agentLine, sessionId, path } = await conversation()
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
    const { owner, visitorLine } = await conversation()
    await conversation(owner)
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
