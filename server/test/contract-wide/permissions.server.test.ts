import { request } from 'node:http'
import { permissions, roleCan, rolePermissions, roles } from '@aichat/contracts/company/permissions'
import { type ApiScope, apiScopes } from '@aichat/contracts/company/scopes'
import type { Command } from '@aichat/contracts/kit/realtime'
import { fillPath, type Route } from '@aichat/contracts/kit/route'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createHttp } from '../../src/kit/http/http.ts'
import { serve } from '../../src/kit/http/serve.ts'
import { createCommandListener } from '../../src/kit/realtime/commands.ts'
import { createPrivateFixtures } from '../fixtures/fixtures.ts'
import { createRecords, type Records } from '../fixtures/records.ts'
import type { Person } from '../kit/client.ts'
import { listCommands, listRoutes } from '../kit/contracts.ts'

const fixtures = createPrivateFixtures({ fetchAllow: ['127.0.0.1:9'] })
const routes = await listRoutes()
const signedIn = routes.filter(([, route]) => route.access.permission !== 'public')
const withRecords = signedIn.filter(([, route]) => /:\w+Id\b/.test(route.path))
const forbidden = { status: 403, success: false, code: 'forbidden' }

type Holder = { name: string; authorization: string; can: (route: Route) => boolean }

let acme: Person
let own: Records
/** Of acme: a person of each role, a key of each scope, a key of all scopes. */
let holders: Holder[]
/** The same callers of another company. */
let strangers: Holder[]

beforeAll(async () => {
  acme = await fixtures.signUp('acme')
  own = (await createRecords(fixtures, acme)).own
  holders = await createHolders(acme)
  strangers = await createHolders(await fixtures.signUp('rival'))
})

async function createHolders(owner: Person): Promise<Holder[]> {
  const people = { Owner: owner } as Record<(typeof roles)[number], Person>
  for (const role of ['Admin', 'Agent'] as const) people[role] = await fixtures.joined(owner, role)
  const byRole = roles.map((role) => ({
    name: role,
    authorization: `Bearer ${people[role].tokens.accessToken}`,
    can: ({ access: { permission } }: Route) =>
      permission !== 'public' && rolePermissions[role].includes(permission),
  }))
  return [...byRole, ...(await Promise.all([...apiScopes.map((scope) => [scope]), apiScopes].map(createKey)))]

  async function createKey(scopes: readonly ApiScope[]): Promise<Holder> {
    const { key } = await owner.get('POST', '/api/api-keys', { name: 'Matrix', scopes })
    return {
      name: `a key with ${scopes.join(', ')}`,
      authorization: `Bearer ${key}`,
      can: ({ scope }) => scope !== undefined && scopes.includes(scope),
    }
  }
}

/**
 * Calls a route with a body that no route accepts. The server reads it only after it has authorized the caller, so 415
 * says that the call was permitted, and no handler changes the records of the other calls.
 */
function attempt({ method, path }: Route, authorization: string): Promise<{ status: number; code: string }> {
  return new Promise((resolve, reject) => {
    const call = request(`${fixtures.server.url}${fillPath(path, own)}`, {
      method,
      headers: { authorization, 'content-type': 'text/plain', 'content-length': 1 },
    })
    call.on('error', reject)
    call.on('response', async (response) => {
      const { success, code } = JSON.parse((await response.toArray()).join(''))
      resolve({ status: response.statusCode as number, success, code } as never)
    })
    call.end('x')
  })
}

describe('routes', () => {
  test.each(signedIn)('%s: permits the roles and scopes of the contract, and no other', async (_, route) => {
    const permitted = { status: 415, success: false, code: 'wrong_type' }
    for (const { name, authorization, can } of holders) {
      expect({ name, ...(await attempt(route, authorization)) }).toEqual({
        name,
        ...(can(route) ? permitted : forbidden),
      })
    }
  })

  test.each(withRecords)('%s: another company’s record is 404 for every role and key', async (_, route) => {
    for (const { name, authorization } of strangers) {
      expect({ name, ...(await attempt(route, authorization)) }).toEqual({
        name,
        status: 404,
        success: false,
        code: 'not_found',
      })
    }
  })

  test('scopes never reach what only Owners and Admins may configure, or what belongs to a person', () => {
    const reached = signedIn.filter(([, route]) => route.scope)
    expect(reached.length).toBeGreaterThan(20)
    const closed =
      /^\/api\/(?:auth|me|users|company|audit|prompts|superadmin|api-keys|webhooks|notes|mentions|retention|visitors)\b|\/(?:origins|identity-secrets|publish|restore|retention)\b/
    expect(reached.filter(([, route]) => closed.test(route.path))).toEqual([])
  })

  test('every permission is demanded by a route, except those that handlers demand', () => {
    const demanded = new Set(routes.map(([, route]) => route.access.permission))
    expect(permissions.filter((permission) => !demanded.has(permission))).toEqual([
      // Whose numbers the report on the team contains
      'reports.team',
      // Which roles a member may give and take
      'owners.manage',
    ])
  })

  test('a route without a permission is refused at mount', async () => {
    const { app } = fixtures.server
    const http = await createHttp({ ...app, identify: async () => null })
    const open = { method: 'GET', path: '/api/open', summary: 'Open' } as unknown as Route
    expect(() => http.get('/api/raw', () => 'open')).toThrow('/api/raw declares no permission')
    expect(() => serve(http, { open })({ open: () => null })).toThrow('/api/open declares no permission')
    const access = { permission: 'projects.mange', rateLimit: 'none', audit: 'none' }
    const misspelled = { ...open, access } as unknown as Route
    expect(() => serve(http, { misspelled })({ misspelled: () => null })).toThrow('declares no permission')
    const incomplete = { ...open, access: { permission: 'projects.read' } } as unknown as Route
    expect(() => serve(http, { incomplete })({ incomplete: () => null })).toThrow('declares no rate limit')
    const command = { ...incomplete, payload: z.object({}), ack: z.object({}) } as unknown as Command
    const listen = () =>
      createCommandListener({ command }, { command: async () => ({}) }, async () => {}, app)
    expect(listen).toThrow('command declares no rate limit')
  })
})

describe('realtime commands', () => {
  test('staff commands permit the roles of the contract, and no other', async () => {
    const [staff] = (await listCommands()).filter(([name]) => name === 'staffCommands')
    const commands = Object.entries(staff?.[1] ?? {})
    expect(commands.length).toBeGreaterThan(5)
    for (const role of roles) {
      const person = role === 'Owner' ? acme : await fixtures.joined(acme, role)
      const line = await person.connect()
      const payload = { sessionId: own.sessionId, text: 'x', clientId: role, isTyping: true, isViewing: true }
      for (const [name, { access }] of commands) {
        const token = person.tokens.accessToken
        const answer = await line.send(name, { ...payload, rev: 0, token })
        const isPermitted = access.permission === 'public' || roleCan(role, access.permission)
        expect({ role, name, success: answer.success, code: answer.code }).toEqual({
          role,
          name,
          success: isPermitted,
          code: isPermitted ? undefined : 'forbidden',
        })
      }
    }
  })

  test('visitor commands demand no permission', async () => {
    const [visitor] = (await listCommands()).filter(([name]) => name === 'visitorCommands')
    const demanded = Object.values(visitor?.[1] ?? {}).map(({ access }) => access.permission)
    expect(new Set(demanded)).toEqual(new Set(['public']))
  })
})
