import { describe, expect, test } from 'vitest'
import {
  addKnowledge,
  createFixtures,
  createPublishedProject,
  listMessages,
  listSessions,
} from '../../test/fixtures/fixtures.ts'
import { type Person, waitUntil } from '../../test/kit/client.ts'

const fixtures = createFixtures()
const question = 'How many days do I have to return an item?'
const autoReply = (isOn: boolean) => ({ agent: { autoReply: isOn, autoReplyRateLimit: 5 } })

async function shop(isOn: boolean) {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner, autoReply(isOn))
  await addKnowledge(owner, project.id, 'You may return any item within 30 days of delivery.')
  const path = `/api/projects/${project.id}/auto-reply`
  async function publish(autoReplyIsOn: boolean) {
    await owner.get('PATCH', `/api/widget/${project.widgetConfigId}`, autoReply(autoReplyIsOn))
    await owner.get('POST', `/api/projects/${project.id}/publish`)
  }
  async function ask(): Promise<string> {
    const visitor = await (await fixtures.visitor(project.publicKey)).connect()
    const { session } = await visitor.send('message:send', { text: question, clientId: 'q' })
    return session.sessionId
  }
  return {
    owner,
    project,
    ask,
    publish,
    status: () => owner.get('GET', path),
    enable: (by: Person = owner) => by.call('POST', `${path}/earlier-conversations`),
  }
}

async function isAuto(owner: Person, sessionId: string) {
  return (await listSessions(owner)).find((one) => one.sessionId === sessionId)?.autoReplyEnabled
}

describe('AI auto-reply of a project', () => {
  test('is live with its release, and has answered once a visitor got an answer', async () => {
    const { status, publish, ask } = await shop(false)
    await ask()
    expect(await status()).toEqual({ isLive: false, hasAnswered: false, earlierConversationCount: 0 })
    await publish(true)
    expect(await status()).toEqual({ isLive: true, hasAnswered: false, earlierConversationCount: 1 })
    await ask()
    await waitUntil(status, ({ hasAnswered }) => hasAnswered)
    await publish(false)
    expect(await status()).toMatchObject({ isLive: false, hasAnswered: true })
  })
})

describe('the first answer of a project', () => {
  test('stays after its conversation is deleted', async () => {
    const { owner, ask, status } = await shop(true)
    const sessionId = await ask()
    await waitUntil(status, ({ hasAnswered }) => hasAnswered)
    expect(await owner.get('DELETE', `/api/sessions/${sessionId}/visitor`)).toMatchObject({
      conversations: 1,
    })
    expect(await status()).toMatchObject({ hasAnswered: true })
  })

  test('is not a reply to small talk', async () => {
    const { owner, project, ask, status } = await shop(true)
    const visitor = await (await fixtures.visitor(project.publicKey)).connect()
    await visitor.send('message:send', { text: 'Hello!', clientId: 'hello' })
    await visitor.next('message:new', ({ message }) => message.isAi)
    const sessionId = await ask()
    await waitUntil(status, ({ hasAnswered }) => hasAnswered)
    const [asked] = await listMessages(owner, sessionId)
    const [row] = await fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) => sql<{ at: string }>`select first_answered_at as at from projects where id = ${project.id}`,
    )
    expect(Date.parse(row?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(asked?.createdAt ?? ''))
  })

  test('is also that suggested pages helped', async () => {
    const { owner, project, status } = await shop(true)
    const visitor = await (await fixtures.visitor(project.publicKey)).connect()
    await visitor.send('message:send', { text: question, clientId: 'q' })
    const { message } = await visitor.next('message:new', ({ message }) => message.isAi)
    // An answer, changed into suggestions, so that the test does not depend on how the AI decides.
    await fixtures.server.app.db.company(owner.data.company.id, async (sql) => {
      await sql`update messages set meta = meta || '{"kind": "suggestions"}' where id = ${message._id}`
      await sql`update projects set first_answered_at = null where id = ${project.id}`
    })
    expect(await status()).toMatchObject({ hasAnswered: false })
    await visitor.send('suggestion:answer', { messageId: message._id, helped: false })
    expect(await status()).toMatchObject({ hasAnswered: false })
    await visitor.send('suggestion:answer', { messageId: message._id, helped: true })
    expect(await status()).toMatchObject({ hasAnswered: true })
  })
})

describe('turning it on for open conversations', () => {
  test('answers the waiting question, and updates open consoles', async () => {
    const { owner, publish, ask, enable, status } = await shop(false)
    const sessionId = await ask()
    await publish(true)
    const console = await owner.connect()
    expect((await enable()).body.data).toEqual({ enabledCount: 1 })
    const isEnabled = ({ session }: { session: { sessionId: string; autoReplyEnabled: boolean } }) =>
      session.sessionId === sessionId && session.autoReplyEnabled
    await console.next('session:upsert', isEnabled)
    const messages = await waitUntil(
      () => listMessages(owner, sessionId),
      (list) => list.length > 1,
    )
    expect(messages[1]).toMatchObject({ isAi: true, text: expect.stringContaining('30 days') })
    expect(await status()).toMatchObject({ earlierConversationCount: 0 })
    expect((await enable()).body.data).toEqual({ enabledCount: 0 })
    const { events } = await owner.get('GET', '/api/audit?action=auto_reply_enabled')
    expect(events.map((event: { subject: { to: string } }) => event.subject.to)).toEqual(['0', '1'])
  })

  test('leaves conversations that a person has switched, answered, marked or closed', async () => {
    const { owner, publish, ask, enable } = await shop(false)
    const [answered, marked, closed] = [await ask(), await ask(), await ask()]
    await owner.get('POST', `/api/sessions/${answered}/messages`, { text: 'Hello', clientId: 'a' })
    await owner.get('PATCH', `/api/sessions/${marked}/needs-human`, { needsHuman: true })
    await owner.get('PATCH', `/api/sessions/${closed}/status`, { status: 'closed' })
    await publish(true)
    const switched = await ask()
    await owner.get('PATCH', `/api/sessions/${switched}/auto-reply`, { enabled: false })
    expect((await enable()).body.data).toEqual({ enabledCount: 0 })
    for (const sessionId of [answered, marked, closed, switched])
      expect(await isAuto(owner, sessionId)).toBe(false)
  })

  test('does not answer a question of yesterday', async () => {
    const { owner, publish, ask, enable } = await shop(false)
    const sessionId = await ask()
    await fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) => sql`
        update session_states set last_message_at = now() - interval '1 day' where session_id = ${sessionId}`,
    )
    await publish(true)
    expect((await enable()).body.data).toEqual({ enabledCount: 1 })
    const [pending] = await fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) =>
        sql`select unanswered_seq as seq, auto_reply as auto from session_states where session_id = ${sessionId}`,
    )
    expect(pending).toEqual({ seq: null, auto: true })
  })

  test('leaves the conversations of other projects', async () => {
    const { owner, publish, enable } = await shop(false)
    const sibling = await createPublishedProject(owner, autoReply(false))
    const visitor = await (await fixtures.visitor(sibling.publicKey)).connect()
    const { session } = await visitor.send('message:send', { text: question, clientId: 'q' })
    await publish(true)
    expect((await enable()).body.data).toEqual({ enabledCount: 0 })
    expect(await isAuto(owner, session.sessionId)).toBe(false)
  })

  test('is refused while it is not live, and for Agents', async () => {
    const { owner, publish, ask, enable } = await shop(false)
    const sessionId = await ask()
    expect(await enable()).toMatchObject({
      status: 409,
      body: { message: 'Publish with AI auto-reply turned on first' },
    })
    await publish(true)
    const agent = await fixtures.joined(owner, 'Agent')
    expect(await enable(agent)).toMatchObject({ status: 403 })
    expect(await isAuto(owner, sessionId)).toBe(false)
  })
})
