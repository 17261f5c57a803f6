import { afterAll, describe, expect, test } from 'vitest'
import { createPrivateFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'
import type { Person } from '../../test/kit/client.ts'
import { type PushBrowser, startPushService } from '../../test/kit/push-service.ts'
import { startPushNotifications } from './send-notifications.ts'

const pushService = await startPushService()
afterAll(() => pushService.close())
const fixtures = createPrivateFixtures({ fetchAllow: [pushService.host] })

/** Turns push notifications on in a new browser of the user. */
async function subscribe(
  person: Person,
  change: object = {},
): Promise<PushBrowser & { id: string; body: object }> {
  const browser = pushService.subscribe()
  const { publicKey } = await person.get('GET', '/api/notifications')
  const body = { ...browser.subscription, publicKey, ...change }
  const { _id } = await person.get('POST', '/api/notifications/devices', body)
  return Object.assign(browser, { id: _id, body })
}

/** Sends what is due, as the background task of a process does this many seconds from now. */
async function sendDue(seconds = 10): Promise<void> {
  const { app } = fixtures.server
  const task = startPushNotifications({
    ...app,
    clock: { ...app.clock, now: () => app.clock.now() + seconds * 1000 },
  })
  await task.runNow()
  await task.close()
}

const titles = ({ messages }: PushBrowser) => messages.map(({ content }) => content.title)

/** An owner and an agent, and a visitor of a project in which the AI does not answer by default. */
async function openTeamConversation(autoReply = false) {
  const owner = await fixtures.signUp()
  const kim = await fixtures.joined(owner, 'Agent', 'Kim')
  const project = await createPublishedProject(owner, { agent: { autoReply } })
  const startVisitor = async () => {
    const line = await (await fixtures.visitor(project.publicKey)).connect()
    return async (text: string): Promise<string> =>
      (await line.send('message:send', { text, clientId: text })).session.sessionId
  }
  return { owner, kim, startVisitor, send: await startVisitor() }
}

describe('a push notification', () => {
  test('about a conversation that waits for a person is encrypted for the browser and signed by the installation', async () => {
    const { owner, kim, send } = await openTeamConversation()
    const phone = await subscribe(kim)
    const desktop = await subscribe(owner)
    const sessionId = await send('Do you rent **tents**?')
    await sendDue()
    const content = {
      title: 'Guest Visitor is waiting for a reply',
      body: 'Do you rent tents?',
      path: `/chats?session=${sessionId}`,
      tag: sessionId,
    }
    expect(phone.messages).toMatchObject([
      {
        content,
        claims: { aud: `http://${pushService.host}` },
        serverKey: (await kim.get('GET', '/api/notifications')).publicKey,
        headers: {
          urgency: 'high',
          'content-encoding': 'aes128gcm',
          topic: expect.stringMatching(/^[\w-]{32}$/),
        },
      },
    ])
    expect(desktop.messages).toMatchObject([{ content }])
    await sendDue(300)
    expect(phone.messages).toHaveLength(1)
  })

  test('about a question to the AI is sent only when the conversation needs a person', async () => {
    const { owner, kim, send } = await openTeamConversation(true)
    const phone = await subscribe(kim)
    const sessionId = await send('Do you rent tents?')
    await sendDue()
    expect(phone.messages).toEqual([])
    await owner.get('PATCH', `/api/sessions/${sessionId}/needs-human`, { needsHuman: true })
    await sendDue()
    expect(titles(phone)).toEqual(['Guest Visitor is waiting for a reply'])
  })

  test('is not sent when the team has read the conversation meanwhile', async () => {
    const { owner, kim, send } = await openTeamConversation()
    const phone = await subscribe(kim)
    const sessionId = await send('Hello')
    await owner.get('PATCH', `/api/sessions/${sessionId}/read`)
    await sendDue()
    await owner.get('PATCH', `/api/sessions/${sessionId}/assign`, { agentId: kim.data.user.id })
    await sendDue()
    expect(titles(phone)).toEqual(['Guest Visitor was assigned to you'])
  })

  test('about an assigned conversation goes to its agent only, about each new message at most once a minute', async () => {
    const { owner, kim, send } = await openTeamConversation()
    const sessionId = await send('Hello')
    await owner.get('PATCH', `/api/sessions/${sessionId}/assign`, { agentId: kim.data.user.id })
    const [phone, desktop] = [await subscribe(kim), await subscribe(owner)]
    await send('Is anyone there?')
    await send('I am in a hurry')
    await sendDue()
    expect(phone.messages.map(({ content }) => content)).toMatchObject([
      { title: 'Guest Visitor', body: 'I am in a hurry' },
    ])
    await send('Never mind')
    await sendDue()
    expect(phone.messages).toHaveLength(1)
    await sendDue(75)
    expect(phone.messages.map(({ content }) => content.body)).toEqual(['I am in a hurry', 'Never mind'])
    expect(desktop.messages).toEqual([])
  })

  test('leaves nothing in the database once it has been sent and the next one is due', async () => {
    const { owner, kim, send, startVisitor } = await openTeamConversation()
    await subscribe(kim)
    await send('One')
    await sendDue()
    const sessionId = await (await startVisitor())('Two')
    await sendDue(120)
    const companyId = owner.data.company.id
    const rows = await fixtures.server.app.db.company(
      companyId,
      (sql) => sql`
        select session_id as "sessionId" from push_notifications
        union all select session_id from notification_events`,
    )
    expect(rows).toEqual([{ sessionId }])
  })

  test('about a mention shows the note, to the mentioned member only', async () => {
    const { owner, kim, send } = await openTeamConversation()
    const sessionId = await send('Hello')
    const [phone, desktop] = [await subscribe(kim), await subscribe(owner)]
    const note = { text: '@Kim please look', mentions: [kim.data.user.id] }
    await owner.get('POST', `/api/sessions/${sessionId}/notes`, note)
    await sendDue()
    expect(phone.messages.map(({ content }) => content)).toMatchObject([
      { title: 'Owner of acme mentioned you', body: '@Kim please look', tag: sessionId },
    ])
    expect(desktop.messages).toEqual([])
  })

  test('stands for all conversations when more than three are due', async () => {
    const { kim, startVisitor } = await openTeamConversation()
    const phone = await subscribe(kim)
    for (const name of ['one', 'two', 'three', 'four']) await (await startVisitor())(name)
    await sendDue()
    expect(phone.messages.map(({ content }) => content)).toEqual([
      {
        title: '4 conversations need your attention',
        body: 'Guest Visitor, Guest Visitor, Guest Visitor, 1 more',
        path: '/chats',
        tag: 'conversations',
      },
    ])
  })

  test('is not sent about what the user has turned off, and waits for the end of quiet hours', async () => {
    const { kim, send, startVisitor } = await openTeamConversation()
    const phone = await subscribe(kim)
    const change = (settings: object) => kim.get('PATCH', '/api/notifications/settings', settings)
    expect(await change({ needsPerson: false })).toEqual({
      mentions: true,
      assigned: true,
      needsPerson: false,
      quietHours: null,
    })
    await send('One')
    await sendDue()
    const now = new Date()
    const inAnHour = new Date(now.getTime() + 3_600_000)
    const [from, to] = [now, inAnHour].map((time) => time.toISOString().slice(11, 16))
    await change({ needsPerson: true, quietHours: { from, to, timeZone: 'UTC' } })
    const sessionId = await (await startVisitor())('Two')
    await sendDue()
    expect(phone.messages).toEqual([])
    await sendDue(3600)
    expect(phone.messages.map(({ content }) => content.tag)).toEqual([sessionId])
  })
})

describe('a device', () => {
  test('that the push service does not know anymore is removed, and one that fails is tried again', async () => {
    const { kim, send } = await openTeamConversation()
    const [gone, busy] = [await subscribe(kim), await subscribe(kim)]
    gone.statuses.push(410)
    busy.statuses.push(503)
    await send('Hello')
    await sendDue()
    const { devices } = await kim.get('GET', '/api/notifications')
    expect(devices.map(({ _id }: { _id: string }) => _id)).toEqual([busy.id])
    expect(busy.messages).toEqual([])
    await sendDue(30)
    expect(busy.messages).toEqual([])
    await sendDue(75)
    expect(titles(busy)).toEqual(['Guest Visitor is waiting for a reply'])
  })

  test('gets nothing once its sign-in has ended, or while it is paused', async () => {
    const { owner, kim, send } = await openTeamConversation()
    const [phone, desktop] = [await subscribe(kim), await subscribe(owner)]
    await owner.get('POST', '/api/notifications/devices', { ...desktop.body, isPaused: true })
    await send('Hello')
    const { refreshToken } = kim.tokens
    await kim.call('POST', '/api/auth/logout', { refreshToken })
    await sendDue()
    expect([phone.messages, desktop.messages]).toEqual([[], []])
  })

  test('is stored once, has a name, and can be tested and removed by its user only', async () => {
    const { owner, kim } = await openTeamConversation()
    const rival = await fixtures.signUp('rival')
    const phone = await subscribe(kim)
    await kim.get('POST', '/api/notifications/devices', phone.body)
    expect((await kim.get('GET', '/api/notifications')).devices).toMatchObject([
      { _id: phone.id, lastSentAt: null },
    ])
    expect((await owner.get('GET', '/api/notifications')).devices).toEqual([])
    const path = `/api/notifications/devices/${phone.id}`
    for (const other of [owner, rival]) {
      expect((await other.call('POST', `${path}/test`)).status).toBe(404)
      expect((await other.call('DELETE', path)).status).toBe(404)
    }
    await kim.get('POST', `${path}/test`)
    expect(titles(phone)).toEqual(['Push notifications work'])
    phone.statuses.push(500)
    expect((await kim.call('POST', `${path}/test`)).status).toBe(409)
    await kim.get('DELETE', path)
    expect((await kim.get('GET', '/api/notifications')).devices).toEqual([])
  })

  test('with invalid keys, another application server key or an invalid address is refused', async () => {
    const { kim } = await openTeamConversation()
    const { subscription } = pushService.subscribe()
    const { publicKey } = await kim.get('GET', '/api/notifications')
    const add = (change: object) =>
      kim.call('POST', '/api/notifications/devices', { ...subscription, publicKey, ...change })
    const otherKey = pushService.subscribe().subscription.keys.p256dh
    expect((await add({ publicKey: otherKey })).status).toBe(409)
    for (const change of [
      { endpoint: 'file:///etc/passwd' },
      { endpoint: 'nonsense' },
      { keys: { ...subscription.keys, auth: 'short' } },
      { keys: { ...subscription.keys, p256dh: 'A'.repeat(87) } },
    ])
      expect((await add(change)).status).toBe(400)
  })

  test('on a private address is not reached', async () => {
    const { kim } = await openTeamConversation()
    const { id } = await subscribe(kim, { endpoint: 'http://127.0.0.1:5432/push' })
    expect((await kim.call('POST', `/api/notifications/devices/${id}/test`)).status).toBe(409)
  })

  test('beyond ten replaces the oldest one', async () => {
    const { kim } = await openTeamConversation()
    const added = []
    for (let count = 0; count < 11; count++) added.push((await subscribe(kim)).id)
    const { devices } = await kim.get('GET', '/api/notifications')
    expect(devices.map(({ _id }: { _id: string }) => _id)).toEqual(added.slice(1))
  })
})
