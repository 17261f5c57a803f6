import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Delivery, Webhook } from '@aichat/contracts/company/webhooks'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, describe, expect, test } from 'vitest'
import { limitStatements } from '../../test/fixtures/conversations.ts'
import { createPrivateFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'
import { type Person, waitUntil } from '../../test/kit/client.ts'
import { newId } from '../kit/db/ids.ts'
import { createEncryption } from '../kit/security/encryption.ts'
import { createDeliveries } from './deliver.ts'
import { getRetryDelayMs } from './retry-schedule.ts'
import { createSecret, createSignatureHeaders } from './sign.ts'
import { addDelivery, addEvent } from './store.ts'

type Received = { path: string; headers: Record<string, string>; body: string }

const received: Received[] = []
/** Queued responses by path. Without one the receiver responds with 204. */
const answers = new Map<string, [number, string][]>()

/** Endpoints that answer the first requests, and hold the others until this number of them is in progress. */
const gates = new Map<
  string,
  { answered: number; concurrency: number; held: ServerResponse[]; isOpen: boolean }
>()

/** Returns whether the endpoint holds the request, or answers it when it is the last one that the endpoint waits for. */
function hold(path: string, response: ServerResponse): boolean {
  const gate = gates.get(path)
  if (!gate || gate.isOpen || gate.answered-- > 0) return false
  gate.held.push(response)
  if (gate.held.length === gate.concurrency) {
    gate.isOpen = true
    for (const held of gate.held) held.writeHead(204).end()
  }
  return true
}

const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    const path = request.url ?? ''
    received.push({ path, headers: request.headers as Record<string, string>, body })
    if (path.startsWith('/never')) return
    if (hold(path, response)) return
    const [status, text] = answers.get(path)?.shift() ?? [204, '']
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end(text)
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})

const fixtures = createPrivateFixtures({ fetchAllow: [host] })

const everything = [
  'conversation.started',
  'message.created',
  'conversation.needs_human',
  'conversation.closed',
  'rating.created',
]

/** Adds a webhook with its own path. */
async function hooked(owner: Person, events = everything, path = `/${Math.random().toString(36).slice(2)}`) {
  const added = await owner.get('POST', '/api/webhooks', { url: `http://${host}${path}`, events })
  const { id } = added.webhook as Webhook
  const own = () => received.filter((one) => one.path === path)
  return {
    id,
    path,
    secret: added.secret as string,
    own,
    arrived: (count: number) =>
      waitUntil(
        async () => own(),
        (seen) => seen.length >= count,
      ),
    log: async (): Promise<Delivery[]> =>
      (await owner.get('GET', `/api/webhooks/${id}/deliveries`)).deliveries,
    look: async (): Promise<Webhook> =>
      (await owner.get('GET', '/api/webhooks')).webhooks.find((one: Webhook) => one.id === id),
    test: (): Promise<Delivery> => owner.get('POST', `/api/webhooks/${id}/test`),
    /** Makes pending deliveries due. */
    makeDue: () =>
      fixtures.server.app.db.company(
        owner.data.company.id,
        (sql) => sql`update webhook_deliveries set next_attempt_at = now() where webhook_id = ${id}`,
      ),
  }
}

const settled = (hook: Awaited<ReturnType<typeof hooked>>) =>
  waitUntil(hook.log, ([newest]) => newest !== undefined && newest.attempts > 0)

async function talking(owner: Person) {
  const project = await createPublishedProject(owner)
  const visitor = await (await fixtures.visitor(project.publicKey)).connect()
  const { session } = await visitor.send('message:send', { text: 'Where is my parcel?', clientId: 'c' })
  return { project, visitor, sessionId: session.sessionId as string }
}

test('a signature covers the id, the time and the body', () => {
  const secret = createSecret()
  const body = '{"type":"webhook.test"}'
  const headers = createSignatureHeaders('evt_1', Date.now(), body, [secret])
  const verify = (body: string, change = {}) =>
    new StandardWebhook(secret).verify(body, { ...headers, ...change })
  expect(() => verify(body)).not.toThrow()
  expect(() => verify(`${body} `)).toThrow()
  expect(() => verify(body, { 'webhook-id': 'evt_2' })).toThrow()
  expect(() =>
    verify(body, { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) }),
  ).toThrow()
})

// The tests are independent, and each waits for the outbox to be polled.
describe.concurrent('an event', () => {
  test('is delivered with a Standard Webhooks signature and only its own data', async () => {
    const owner = await fixtures.signUp()
    const hook = await hooked(owner)
    const { project, visitor, sessionId } = await talking(owner)
    await visitor.send('person:request', {})
    await visitor.send('feedback', { rating: 2, comment: 'Slow' })
    await owner.get('PATCH', `/api/sessions/${sessionId}/status`, { status: 'closed' })
    const events = (await hook.arrived(7)).map(({ headers, body }) => {
      expect(headers['content-type']).toBe('application/json')
      const event = new StandardWebhook(hook.secret).verify(body, headers) as { type: string; data: object }
      expect(() => new StandardWebhook(hook.secret).verify(`${body} `, headers)).toThrow()
      return event
    })
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'conversation.closed',
      'conversation.needs_human',
      'conversation.started',
      'message.created',
      'message.created',
      'message.created',
      'rating.created',
    ])
    const conversation = {
      sessionId,
      projectId: project.id,
      status: 'active',
      visitor: { name: null, email: null, phone: null, externalId: null },
    }
    const first = events.find(
      ({ type, data }) => type === 'message.created' && /parcel/.test(JSON.stringify(data)),
    )
    expect(first).toEqual({
      type: 'message.created',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        conversation,
        message: {
          id: expect.any(String),
          seq: 1,
          from: 'visitor',
          isAi: false,
          agent: null,
          kind: null,
          text: 'Where is my parcel?',
          attachments: [],
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
      },
    })
    expect(events.find(({ type }) => type === 'rating.created')?.data).toMatchObject({
      messageId: null,
      rating: 2,
      comment: 'Slow',
    })
    expect(events.find(({ type }) => type === 'conversation.closed')?.data).toEqual({
      conversation: { ...conversation, status: 'closed' },
    })
    const log = await waitUntil(hook.log, (all) => all.every(({ attempts }) => attempts > 0))
    expect(log).toMatchObject(
      Array(7).fill({ status: 'delivered', attempts: 1, responseCode: 204, error: null }),
    )
  })

  test('is delivered to enabled webhooks of the same company that subscribe to it', async () => {
    const [acme, rival] = [await fixtures.signUp('acme'), await fixtures.signUp('rival')]
    const strange = await hooked(rival)
    const starts = await hooked(acme, ['conversation.started'])
    const off = await hooked(acme)
    await acme.get('PUT', `/api/webhooks/${off.id}`, {
      url: (await off.look()).url,
      events: everything,
      isEnabled: false,
    })
    await talking(acme)
    await starts.arrived(1)
    // A delivery is stored with its event.
    expect(await starts.log()).toHaveLength(1)
    expect(await off.log()).toEqual([])
    expect(await strange.log()).toEqual([])
    expect((await acme.call('POST', `/api/webhooks/${off.id}/test`)).status).toBe(409)
  })

  test('is delivered only if its transaction commits', async () => {
    const owner = await fixtures.signUp()
    const hook = await hooked(owner)
    const { sessionId } = await talking(owner)
    await hook.arrived(2)
    const { db } = fixtures.server.app
    const failing = db.company(owner.data.company.id, async (sql) => {
      await sql`update session_states set needs_human = true where session_id = ${sessionId}`
      throw new Error('after the event')
    })
    await expect(failing).rejects.toThrow('after the event')
    expect(await hook.log()).toHaveLength(2)
  })
})

describe.concurrent('an attempt', () => {
  test('that fails is logged with its response and retried with the same id', async () => {
    const owner = await fixtures.signUp()
    const hook = await hooked(owner)
    answers.set(hook.path, [[500, 'x'.repeat(3000)]])
    const { eventId } = await hook.test()
    const [failed] = await settled(hook)
    expect(failed).toMatchObject({
      eventId,
      type: 'webhook.test',
      status: 'pending',
      attempts: 1,
      responseCode: 500,
      responseText: 'x'.repeat(500),
    })
    const wait = Date.parse(failed?.nextAttemptAt ?? '') - Date.parse(failed?.attemptedAt ?? '')
    expect(wait).toBeGreaterThanOrEqual(5000)
    expect(wait).toBeLessThan(5600)
    expect((await hook.look()).failingSince).not.toBeNull()
    await hook.makeDue()
    const [first, second] = await hook.arrived(2)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.headers['webhook-id']).toBe(eventId)
    await waitUntil(hook.log, ([one]) => one?.status === 'delivered')
    expect((await hook.look()).failingSince).toBeNull()
  })

  test('is made ten times within about three days, with jitter', () => {
    const waits = Array.from({ length: 10 }, (_, index) => getRetryDelayMs(index + 1, 0))
    expect(waits.map((wait) => wait && wait / 1000)).toEqual([
      5,
      300,
      1800,
      7200,
      18_000,
      36_000,
      50_400,
      72_000,
      86_400,
      null,
    ])
    expect(getRetryDelayMs(1, 1)).toBe(5500)
  })

  test('is not retried after the tenth failure, and can be resent manually', async () => {
    const owner = await fixtures.signUp()
    const hook = await hooked(owner)
    answers.set(hook.path, [[503, 'busy']])
    const { db } = fixtures.server.app
    const { id } = await hook.test()
    await db.company(
      owner.data.company.id,
      (sql) => sql`update webhook_deliveries set attempts = 9 where id = ${id}`,
    )
    const [last] = await waitUntil(hook.log, ([one]) => one?.status === 'failed')
    expect(last).toMatchObject({ attempts: 10, nextAttemptAt: null, responseCode: 503, responseText: 'busy' })
    const again: Delivery = await owner.get('POST', `/api/webhooks/${hook.id}/deliveries/${id}/replay`)
    expect(again.eventId).toBe(last?.eventId)
    const log = await waitUntil(hook.log, ([one]) => one?.status === 'delivered')
    expect(log.map((one) => one.status)).toEqual(['delivered', 'failed'])
  })

  test('does not follow redirects', async () => {
    const owner = await fixtures.signUp()
    const hook = await hooked(owner)
    answers.set(hook.path, [[302, '']])
    await hook.test()
    expect(await settled(hook)).toMatchObject([{ status: 'pending', responseCode: 302 }])
    expect(received.filter((one) => one.path === '/elsewhere')).toEqual([])
  })

  test('that is answered with 410 is the last one', async () => {
    const owner = await fixtures.signUp()
    const hook = await hooked(owner)
    answers.set(hook.path, [[410, '']])
    await hook.test()
    await waitUntil(hook.look, (webhook) => !webhook.isEnabled)
    expect(await hook.look()).toMatchObject({ isEnabled: false, problem: 'gone' })
    expect(await hook.log()).toMatchObject([{ status: 'failed', responseCode: 410, nextAttemptAt: null }])
  })

  test('that fails after five days of failures disables the webhook with the reason', async () => {
    const owner = await fixtures.signUp()
    const hook = await hooked(owner)
    answers.set(hook.path, [[500, '']])
    await fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) =>
        sql`update webhooks set failing_since = now() - interval '5 days 1 minute' where id = ${hook.id}`,
    )
    await hook.test()
    await waitUntil(hook.look, (webhook) => !webhook.isEnabled)
    const { url, events, problem } = await hook.look()
    expect(problem).toBe('failing')
    expect(await hook.log()).toMatchObject([{ status: 'failed', error: 'The webhook was turned off.' }])
    await owner.get('PUT', `/api/webhooks/${hook.id}`, { url, events, isEnabled: true })
    expect(await hook.look()).toMatchObject({ isEnabled: true, problem: null, failingSince: null })
  })

  test('whose claim has expired is repeated', async () => {
    const owner = await fixtures.signUp()
    const hook = await hooked(owner)
    const { db } = fixtures.server.app
    const claimed = (until: string) =>
      db.company(
        owner.data.company.id,
        (sql) => sql`
      update webhook_deliveries set claimed_until = now() + ${until}::interval where webhook_id = ${hook.id}`,
      )
    // The state after a process ended between its claim and its job.
    await db.company(owner.data.company.id, async (sql) => {
      const [event, delivery] = [newId(), newId()]
      await addEvent(sql, owner.data.company.id, { id: event, type: 'webhook.test', data: {} })
      await addDelivery(
        sql,
        { companyId: owner.data.company.id, webhookId: hook.id },
        { id: delivery, eventId: event },
      )
      await sql`update webhook_deliveries set claimed_until = now() + interval '1 hour' where id = ${delivery}`
    })
    const later = await hooked(owner)
    await later.test()
    await later.arrived(1)
    expect(hook.own()).toEqual([])
    await claimed('-1 second')
    await hook.arrived(1)
  })

  test('that hangs does not delay other endpoints', async () => {
    const [slow, quick] = [await fixtures.signUp('slow'), await fixtures.signUp('quick')]
    const hanging = await hooked(slow, everything, '/never')
    for (let sent = 0; sent < 20; sent++) await hanging.test()
    await hanging.arrived(4)
    const hook = await hooked(quick)
    await hook.test()
    await hook.arrived(1)
    expect(hanging.own()).toHaveLength(4)
    await slow.get('DELETE', `/api/webhooks/${hanging.id}`)
  })

  test('never reaches a private address, even if one is stored', async () => {
    const owner = await fixtures.signUp()
    for (const url of [
      'http://127.0.0.1/',
      'http://169.254.169.254/latest',
      'http://[::1]/',
      'http://10.0.0.1/',
    ]) {
      const { status, body } = await owner.call('POST', '/api/webhooks', { url, events: everything })
      expect(status, url).toBe(400)
      expect(body.errors[0].field).toBe('url')
    }
    const hook = await hooked(owner)
    await fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) => sql`update webhooks set url = 'http://127.0.0.1/' where id = ${hook.id}`,
    )
    await hook.test()
    expect(await settled(hook)).toMatchObject([
      { status: 'pending', responseCode: null, error: 'The address is not on the public web.' },
    ])
  })
})

describe('a delivery', () => {
  test('is sent beside more and more others while the endpoint answers', async () => {
    const owner = await fixtures.signUp('busy')
    const hook = await hooked(owner)
    gates.set(hook.path, { answered: 12, concurrency: 12, held: [], isOpen: false })
    const companyId = owner.data.company.id
    await fixtures.server.app.db.company(companyId, async (sql) => {
      for (let added = 0; added < 26; added++) {
        const eventId = newId()
        await addEvent(sql, companyId, { id: eventId, type: 'webhook.test', data: {} })
        await addDelivery(sql, { companyId, webhookId: hook.id }, { id: newId(), eventId })
      }
    })
    await hook.arrived(26)
    await waitUntil(hook.look, ({ pendingCount }) => pendingCount === 0)
    expect(new Set(hook.own().map(({ headers }) => headers['webhook-id'])).size).toBe(26)
  })

  test('is sent to a failing endpoint one at a time', async () => {
    const [failing, quick] = [await fixtures.signUp('failing'), await fixtures.signUp('quick')]
    const hook = await hooked(failing, everything, '/never?failing')
    await fixtures.server.app.db.company(
      failing.data.company.id,
      (sql) => sql`update webhooks set failing_since = now() where id = ${hook.id}`,
    )
    for (let sent = 0; sent < 5; sent++) await hook.test()
    await hook.arrived(1)
    const other = await hooked(quick)
    await other.test()
    await other.arrived(1)
    expect(hook.own()).toHaveLength(1)
    await failing.get('DELETE', `/api/webhooks/${hook.id}`)
  })

  test('is part of the backlog until it is delivered', async () => {
    const owner = await fixtures.signUp('late')
    const hook = await hooked(owner, everything, '/never?late')
    expect(await hook.look()).toMatchObject({ pendingCount: 0, oldestPendingAt: null })
    const { createdAt } = await hook.test()
    for (let sent = 0; sent < 6; sent++) await hook.test()
    expect(await hook.look()).toMatchObject({ pendingCount: 7, oldestPendingAt: createdAt })
    const { text } = await fixtures.call('GET', '/metrics')
    const read = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
    expect(read('aichat_webhook_deliveries_due')).toBeGreaterThanOrEqual(7)
    expect(read('aichat_webhook_oldest_due_seconds')).toBeGreaterThan(0)
    await owner.get('DELETE', `/api/webhooks/${hook.id}`)
  })
})

test('events are deleted after thirty days', async () => {
  const owner = await fixtures.signUp()
  const hook = await hooked(owner)
  await hook.test()
  await hook.test()
  const [newest] = await waitUntil(
    hook.log,
    (all) => all.length === 2 && all.every(({ attempts }) => attempts > 0),
  )
  await fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) => sql`
      update webhook_events set created_at = now() - interval '30 days 1 minute' where id <> ${newest?.eventId}`,
  )
  const deliveries = createDeliveries(fixtures.server.app)
  deliveries.start()
  const left = await waitUntil(hook.log, (all) => all.length === 1)
  deliveries.close()
  expect(left[0]?.id).toBe(newest?.id)
})

test('very many deliveries of a webhook are failed and deleted in batches', async () => {
  const owner = await fixtures.signUp()
  const hook = await hooked(owner)
  const { app } = fixtures.server
  const companyId = owner.data.company.id
  const eventId = newId()
  await app.db.company(companyId, async (sql) => {
    await addEvent(sql, companyId, { id: eventId, type: 'message.created', data: {} })
    await sql`
      insert into webhook_deliveries (id, company_id, webhook_id, event_id, next_attempt_at)
      select gen_random_uuid(), ${companyId}, ${hook.id}, ${eventId}, now() + interval '1 day' from generate_series(1, 1200)`
  })
  await limitStatements(app.settings, 'UPDATE', 'webhook_deliveries', 500)
  await limitStatements(app.settings, 'DELETE', 'webhook_deliveries', 500)
  answers.set(hook.path, [[410, 'gone']])
  await hook.test()
  const countByStatus = () =>
    app.db.company(
      companyId,
      (sql) => sql<{ status: string; count: number }>`
        select status, count(*)::int from webhook_deliveries group by status order by status`,
    )
  await waitUntil(countByStatus, ([first, ...rest]) => first?.status === 'failed' && rest.length === 0)
  expect(await countByStatus()).toEqual([{ status: 'failed', count: 1201 }])
  expect((await owner.call('DELETE', `/api/webhooks/${hook.id}`)).status).toBe(200)
  expect(await countByStatus()).toEqual([])
})

test('very many old events are deleted in batches', async () => {
  const owner = await fixtures.signUp()
  const companyId = owner.data.company.id
  const { app } = fixtures.server
  const count = () =>
    app.db.company(
      companyId,
      (sql) => sql<{ events: number }>`select count(*)::int as events from webhook_events`,
    )
  await app.db.company(
    companyId,
    (sql) => sql`
      insert into webhook_events (id, company_id, type, data, created_at)
      select gen_random_uuid(), ${companyId}, 'webhook.test', '{}', now() - interval '31 days' from generate_series(1, 1200)`,
  )
  await limitStatements(app.settings, 'DELETE', 'webhook_events', 500)
  const deliveries = createDeliveries(app)
  deliveries.start()
  await waitUntil(count, ([row]) => row?.events === 0)
  await deliveries.close()
})

test('a replaced secret signs beside the new one for a day', async () => {
  const owner = await fixtures.signUp()
  const hook = await hooked(owner)
  const { secret, webhook } = await owner.get('POST', `/api/webhooks/${hook.id}/secret`)
  expect(secret).not.toBe(hook.secret)
  expect(Date.parse(webhook.oldSecretUntil) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
  await hook.test()
  const [both] = await hook.arrived(1)
  for (const one of [secret, hook.secret])
    expect(new StandardWebhook(one).verify(both?.body ?? '', both?.headers ?? {})).toMatchObject({
      type: 'webhook.test',
    })
  await fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) => sql`update webhooks set previous_secret_expires_at = now() where id = ${hook.id}`,
  )
  await hook.test()
  const [, alone] = await hook.arrived(2)
  expect(new StandardWebhook(secret).verify(alone?.body ?? '', alone?.headers ?? {})).toBeTruthy()
  expect(() => new StandardWebhook(hook.secret).verify(alone?.body ?? '', alone?.headers ?? {})).toThrow()
  const rows = await fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) => sql`select * from webhooks`,
  )
  for (const one of [secret, hook.secret]) expect(JSON.stringify(rows)).not.toContain(one.slice(6))
})

test('a secret that cannot be decrypted fails deliveries with the reason until it is rotated', async () => {
  const owner = await fixtures.signUp()
  const hook = await hooked(owner)
  const foreign = createEncryption({
    appSecret: 'the secret before it was changed',
    previousAppSecret: null,
  }).encrypt(hook.secret)
  await fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) => sql`update webhooks set encrypted_secret = ${foreign} where id = ${hook.id}`,
  )
  await hook.test()
  expect(await settled(hook)).toMatchObject([
    {
      status: 'pending',
      attempts: 1,
      responseCode: null,
      error: 'The signing secret cannot be read. Rotate the secret.',
    },
  ])
  expect(hook.own()).toEqual([])
  const { secret } = await owner.get('POST', `/api/webhooks/${hook.id}/secret`)
  await hook.makeDue()
  const [event] = await hook.arrived(1)
  expect(new StandardWebhook(secret).verify(event?.body ?? '', event?.headers ?? {})).toBeTruthy()
})
