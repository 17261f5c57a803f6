import { type ApiScope, apiScopes } from '@aichat/contracts/company/scopes'
import { fillPath, type Route } from '@aichat/contracts/kit/route'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ApiResponse } from '../../src/ops/seed/api-client.ts'
import { createPrivateFixtures } from '../fixtures/fixtures.ts'
import { createRecords, type Records } from '../fixtures/records.ts'
import type { Person } from '../kit/client.ts'
import { listCommands, listRoutes } from '../kit/contracts.ts'

const fixtures = createPrivateFixtures({ fetchAllow: ['127.0.0.1:9'] })
const routes = await listRoutes()
const signedIn = routes.filter(([, route]) => route.access.permission !== 'public')
const withRecords = signedIn.filter(([, route]) => /:\w+Id\b/.test(route.path))
/** Parameters that are not the id of a record: an invitation, a template or prompt, a release, and a project for visitors. */
const otherParameters = ['token', 'key', 'number', 'publicKey']
const unknown = '01890000-0000-7000-8000-000000000000'

let acme: Person
let rival: Person
let own: Records
let sibling: Records

beforeAll(async () => {
  acme = await fixtures.signUp('acme')
  rival = await fixtures.signUp('rival')
  const records = await createRecords(fixtures, acme)
  own = records.own
  sibling = records.sibling
})

function parametersOf({ path }: Route): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
}

function pathOf(route: Route, ids: Record<string, string>): string {
  return fillPath(route.path, ids)
}

/** A failure without what may differ from one to the next. */
function bare({ status, body }: ApiResponse) {
  const { requestId, ...rest } = body
  expect(typeof requestId).toBe('string')
  return { status, ...rest }
}

describe('HTTP', () => {
  test('every parameter of a path has a record', () => {
    expect(signedIn.length).toBeGreaterThan(20)
    const parameters = [...new Set(routes.flatMap(([, route]) => parametersOf(route)))]
    const missing = parameters.filter((name) => own[name] === undefined)
    expect(missing, 'Create these records in server/test/fixtures/records.ts').toEqual([])
    const unused = Object.keys(own).filter((name) => !parameters.includes(name))
    expect(unused, 'Remove these records from server/test/fixtures/records.ts').toEqual([])
    // The tests below recognize ids by this suffix.
    const unknownNames = parameters.filter((name) => !name.endsWith('Id') && !otherParameters.includes(name))
    expect(unknownNames, 'Name a parameter like :faqId').toEqual([])
  })

  test.each(signedIn)('%s: rejects missing and invalid tokens', async (_, route) => {
    const path = pathOf(route, own)
    const expired = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'
    for (const authorization of [
      '',
      'Bearer',
      'Bearer x',
      `Bearer ${expired}`,
      `Bearer ${acme.tokens.refreshToken}`,
    ]) {
      const answer = await fixtures.call(route.method, path, route.method === 'GET' ? undefined : {}, {
        ...(authorization ? { authorization } : {}),
      })
      expect(bare(answer)).toEqual({
        status: 401,
        success: false,
        message: 'Please sign in to continue',
        code: 'not_signed_in',
      })
    }
  })

  test.each(withRecords)('%s: returns 404 for another tenant’s record', async (_, route) => {
    const body = route.method === 'GET' ? undefined : {}
    const strange = await rival.call(route.method, pathOf(route, own), body)
    expect(strange.status).toBe(404)
    for (const name of parametersOf(route).filter((one) => one.endsWith('Id')))
      for (const value of [unknown, 'x']) {
        const missing = await acme.call(route.method, pathOf(route, { ...own, [name]: value }), body)
        expect(bare(missing), `${name}: ${value}`).toEqual(bare(strange))
      }
  })

  test.each(withRecords.filter(([, route]) => (route.path.match(/:\w+Id\b/g) ?? []).length > 1))(
    '%s: not through a sibling',
    async (_, route) => {
      const answer = await acme.call(
        route.method,
        pathOf(route, sibling),
        route.method === 'GET' ? undefined : {},
      )
      expect(answer.status).toBe(404)
    },
  )

  describe('with an API key', () => {
    const keyOf = async (by: Person, scopes: readonly ApiScope[]) => {
      const { key, keys } = await by.get('POST', '/api/api-keys', { name: 'Sweep', scopes })
      return { id: keys[0].id as string, authorization: `Bearer ${key}` }
    }
    const ask = (route: Route, path: string, authorization: string) =>
      fixtures.call(route.method, path, route.method === 'GET' ? undefined : {}, { authorization })
    let revoked: string

    beforeAll(async () => {
      const { id, authorization } = await keyOf(acme, apiScopes)
      expect((await fixtures.call('GET', '/api/sessions', undefined, { authorization })).status).toBe(200)
      await acme.get('DELETE', `/api/api-keys/${id}`)
      revoked = authorization
    })

    test.each(signedIn)('%s: rejects a revoked key', async (_, route) => {
      expect(bare(await ask(route, pathOf(route, own), revoked))).toMatchObject({ status: 401 })
    })
  })

  test('records are unchanged, and lists contain only the tenant’s own', async () => {
    expect((await acme.call('GET', `/api/projects/${own.projectId}/agent/kb`)).body.data).toHaveLength(3)
    expect((await acme.get('GET', '/api/sessions')).sessions).toHaveLength(5)
    const lists = signedIn.filter(([, { method, path }]) => method === 'GET' && !path.includes(':'))
    expect(lists.length).toBeGreaterThan(10)
    for (const [name, { path }] of lists) {
      const { text } = await rival.call('GET', path)
      expect(text, name).not.toContain(acme.data.company.id)
      for (const id of Object.values(own)) if (id.length > 10) expect(text, name).not.toContain(id)
    }
    expect((await rival.get('GET', `/api/sessions?projectId=${own.projectId}`)).sessions).toEqual([])
  })
})

describe('realtime', () => {
  test('commands reject another tenant’s conversation and an unknown id with the same error', async () => {
    const [staff] = (await listCommands()).filter(([name]) => name === 'staffCommands')
    const line = await rival.connect()
    for (const command of Object.keys(staff?.[1] ?? {})) {
      if (command === 'sync' || command === 'auth:refresh') continue
      const payload = { text: 'x', clientId: 'c', isTyping: true, isViewing: true, unreadCountAgent: 0 }
      const strange = await line.send(command, { ...payload, sessionId: own.sessionId })
      expect(strange.success, command).toBe(false)
      expect(strange).toEqual(await line.send(command, { ...payload, sessionId: unknown }))
      expect(strange).toEqual(await line.send(command, { ...payload, sessionId: 'x' }))
    }
    expect((await line.send('sync', { rev: 0 })).changed).toEqual([])
    expect(await acme.get('GET', `/api/sessions/${own.sessionId}/messages`)).toMatchObject({
      messages: [{ seq: 1 }, { seq: 2 }],
    })
  })

  test('no event of one company reaches another, or another visitor', async () => {
    const rivalClient = await rival.connect()
    const mine = await acme.connect()
    const bystander = await (await fixtures.visitor(own.publicKey as string)).connect()
    await mine.send('message:send', { sessionId: own.sessionId, text: 'to the visitor', clientId: 'c2' })
    await mine.next('message:new')
    await acme.get('PATCH', `/api/sessions/${own.sessionId}/read`)
    await mine.next('session:upsert')
    expect(rivalClient.received).toEqual([])
    expect(bystander.received.filter((one) => one.event !== 'presence:update')).toEqual([])
  })

  test('connections without a token of the right kind are rejected', async () => {
    const visitor = await fixtures.visitor(own.publicKey as string)
    const aKey = await acme.get('POST', '/api/api-keys', { name: 'Socket', scopes: apiScopes })
    const wrong: [string, object][] = [
      ['/', {}],
      ['/', { token: 'x', role: 'admin' }],
      ['/', { token: { a: 1 } }],
      ['/', { token: visitor.visitorToken }],
      ['/', { token: acme.tokens.refreshToken }],
      ['/', { token: aKey.key, role: 'admin' }],
      ['/visitor', {}],
      ['/visitor', { visitorToken: acme.tokens.accessToken }],
      ['/visitor', { visitorToken: ['x'] }],
      ['/visitor', { visitorToken: `${visitor.visitorToken}x` }],
    ]
    for (const [namespace, auth] of wrong) {
      await expect(fixtures.connect(namespace, auth), JSON.stringify(auth)).rejects.toThrow(
        'Authentication failed',
      )
    }
  })

  test('visitors cannot call agent commands', async () => {
    const line = await (await fixtures.visitor(own.publicKey as string)).connect()
    const answer = line.socket.timeout(300).emitWithAck('agent:join', { sessionId: own.sessionId })
    await expect(answer).rejects.toThrow()
  })
})
