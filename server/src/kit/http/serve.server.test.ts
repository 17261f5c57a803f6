import { perAddress, perCompany, perUser, type RateLimit } from '@aichat/contracts/kit/rate-limit'
import { type Route, routes } from '@aichat/contracts/kit/route'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { createFixtures } from '../../../test/fixtures/fixtures.ts'
import { takeViolations } from '../../../test/kit/watch-transactions.ts'
import { companyRoom } from '../../companies/rooms.ts'
import { addLabel, listLabels } from '../../labels/store.ts'
import { newId } from '../db/ids.ts'
import type { Caller } from './caller.ts'
import { createHttp } from './http.ts'
import { createRateLimits } from './rate-limits.ts'
import { refuse } from './refusal.ts'
import { afterCommit, type Handlers, serve, withoutTransaction } from './serve.ts'

const fixtures = createFixtures()

const acme = '00000000-0000-4000-8000-000000000001'
const rival = '00000000-0000-4000-8000-000000000002'

/** The token of a caller is "company.user". */
async function identify(token: string): Promise<Caller> {
  const [company = '', userId = ''] = token.split('.')
  const companyId = company === 'acme' ? acme : company === 'rival' ? rival : company
  return { companyId, userId, name: userId, role: 'Owner', signInId: userId }
}

function createTable(rateLimit: Route['access']['rateLimit']) {
  return routes({
    call: {
      method: 'POST',
      path: '/api/calls',
      summary: 'Call',
      access: { permission: 'projects.read', rateLimit, audit: 'none' },
      body: z.object({ text: z.string() }),
    },
  })
}

type Call = Handlers<ReturnType<typeof createTable>, Record<never, never>>['call']

async function serveCall(rateLimit: Route['access']['rateLimit'], call: Call) {
  const http = await createHttp({ ...fixtures.server.app, identify, limits: createRateLimits(null, 1) })
  onTestFinished(() => http.close())
  serve(http, createTable(rateLimit))({ call })
  return http
}

/** Serves one route with this limit. */
async function serveLimited(rateLimit: Route['access']['rateLimit']) {
  const http = await serveCall(rateLimit, async () => null)
  return async (caller: string, address = '10.0.0.1', payload: object = { text: 'Hello' }) => {
    const headers = { authorization: `Bearer ${caller}` }
    const answer = await http.inject({
      method: 'POST',
      url: '/api/calls',
      headers,
      payload,
      remoteAddress: address,
    })
    return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], body: answer.json() }
  }
}

const once: RateLimit = { name: 'once', points: 1, seconds: 60, sentence: 'Once a minute.' }

test('a call beyond the limit of its route is refused with the sentence of the limit', async () => {
  const call = await serveLimited(perUser(once))
  expect((await call('acme.ann', '10.0.0.1', { text: 7 })).status, 'an invalid call is not counted').toBe(400)
  expect((await call('acme.ann')).status).toBe(200)
  const { status, retryAfter, body } = await call('acme.ann', '10.0.0.2')
  expect({ status, message: body.message, code: body.code }).toEqual({
    status: 429,
    message: 'Once a minute.',
    code: 'rate_limited',
  })
  expect(Number(retryAfter)).toBeGreaterThan(50)
  expect((await call('acme.ben')).status).toBe(200)
})

test('limits are counted by company, by address, or by both', async () => {
  const byCompany = await serveLimited(perCompany(once))
  expect((await byCompany('acme.ann')).status).toBe(200)
  expect((await byCompany('acme.ben')).status).toBe(429)
  expect((await byCompany('rival.kim')).status).toBe(200)

  const byBoth = await serveLimited([perAddress(once), perCompany({ ...once, name: 'twice', points: 2 })])
  expect((await byBoth('acme.ann', '10.0.0.1')).status).toBe(200)
  expect((await byBoth('rival.kim', '10.0.0.1')).status).toBe(429)
  expect((await byBoth('acme.ann', '10.0.0.2')).status).toBe(200)
  expect((await byBoth('acme.ann', '10.0.0.3')).status).toBe(429)
})

test('a limit with a condition is left to the handler', async () => {
  const call = await serveLimited(perUser(once, 'web pages'))
  expect((await call('acme.ann')).status).toBe(200)
  expect((await call('acme.ann')).status).toBe(200)
})

/** Calls a route with this handler as the owner of a new company. */
async function callAsOwner(handler: (companyId: string) => Call) {
  const owner = await fixtures.signUp()
  const companyId: string = owner.data.company.id
  const http = await serveCall('none', handler(companyId))
  const { statusCode } = await http.inject({
    method: 'POST',
    url: '/api/calls',
    headers: { authorization: `Bearer ${companyId}.ann` },
    payload: { text: 'Hello' },
  })
  return { status: statusCode, labels: await owner.get('GET', '/api/labels') }
}

const label = { name: 'urgent', tone: 'bad' as const }

describe('the transaction of a handler', () => {
  test('is one of the company of the caller, and commits before `afterCommit` runs', async () => {
    let seenByAnother: unknown
    const { status, labels } = await callAsOwner((companyId) => async ({ sql }) => {
      await addLabel(sql, companyId, { ...label, id: newId() }, 10)
      return afterCommit(async () => {
        seenByAnother = await fixtures.server.app.db.company(companyId, listLabels)
        return null
      })
    })
    expect(status).toBe(200)
    expect(seenByAnother).toMatchObject([{ name: 'urgent' }])
    expect(labels.labels).toMatchObject([{ name: 'urgent' }])
  })

  test('is rolled back when the handler refuses, and `afterCommit` does not run', async () => {
    const { status, labels } = await callAsOwner((companyId) => async ({ sql }) => {
      await addLabel(sql, companyId, { ...label, id: newId() }, 10)
      return refuse(409, 'Refused')
    })
    expect({ status, labels: labels.labels }).toEqual({ status: 409, labels: [] })
  })

  test('stays when `afterCommit` fails', async () => {
    const { status, labels } = await callAsOwner((companyId) => async ({ sql }) => {
      await addLabel(sql, companyId, { ...label, id: newId() }, 10)
      return afterCommit(() => {
        throw new Error('the broadcast failed')
      })
    })
    expect(status).toBe(500)
    expect(labels.labels).toMatchObject([{ name: 'urgent' }])
  })

  test.each([
    ['a request', () => fetch(`${fixtures.server.url}/livez`), /undici|net\.client/],
    [
      'a broadcast',
      async () => fixtures.server.app.realtime.disconnect(companyRoom(acme)),
      /realtime\.disconnect/,
    ],
    ['the presence', () => fixtures.server.app.presence.arePresent(['user:1']), /presence\.arePresent/],
    ['a second transaction', () => fixtures.server.app.db.lookup(async () => null), /another transaction/],
  ])('is reported to its test when it waits for %s', async (_, use, reported) => {
    const { status } = await callAsOwner(() => async ({ sql }) => {
      await sql`select 1`
      await use()
      return null
    })
    expect(status).toBe(200)
    expect(takeViolations().join()).toMatch(reported)
    await callAsOwner(() =>
      withoutTransaction(async () => {
        await use()
        return null
      }),
    )
    await callAsOwner(
      () => async () =>
        afterCommit(async () => {
          await use()
          return null
        }),
    )
    expect(takeViolations()).toEqual([])
  })
})
