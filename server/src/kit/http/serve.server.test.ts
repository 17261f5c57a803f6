import { perAddress, perCompany, perUser, type RateLimit } from '@aichat/contracts/rate-limit'
import { type Route, routes } from '@aichat/contracts/route'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { createFixtures } from '../../../test/fixtures.ts'
import type { Caller } from './caller.ts'
import { createHttp } from './http.ts'
import { createRateLimits } from './rate-limits.ts'
import { serve } from './serve.ts'

const fixtures = createFixtures()

/** Serves one route with this limit. The token of a caller is "company user". */
async function serveLimited(rateLimit: Route['access']['rateLimit']) {
  const identify = async (token: string): Promise<Caller> => {
    const [companyId = '', userId = ''] = token.split('.')
    return { companyId, userId, name: userId, role: 'Owner', signInId: userId }
  }
  const http = await createHttp({ ...fixtures.server.app, identify, limits: createRateLimits(null, 1) })
  onTestFinished(() => http.close())
  const table = routes({
    call: {
      method: 'POST',
      path: '/api/calls',
      summary: 'Call',
      access: { permission: 'projects.read', rateLimit, audit: 'none' },
      body: z.object({ text: z.string() }),
    },
  })
  serve(http, table)({ call: () => null })
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
