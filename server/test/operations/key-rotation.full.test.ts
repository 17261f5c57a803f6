import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { SignJWT } from 'jose'
import { pino } from 'pino'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { expect, inject, onTestFinished, test } from 'vitest'
import { runDoctor } from '../../src/ops/doctor/run-doctor.ts'
import { startVisit } from '../../src/ops/seed/api-client.ts'
import { createPublishedProject } from '../fixtures/fixtures.ts'
import { call, connect, person, signUp, waitUntil } from '../kit/client.ts'
import { copyDatabase } from '../kit/database.ts'
import { sharedTest, usesPostgres } from '../kit/engine.ts'
import { startServer, type TestServer } from '../kit/server.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const oldSecret = 'the secret of the first years of this installation'
const newSecret = 'the secret that replaces the one of the first years'

type Delivered = { headers: Record<string, string>; body: string }

async function startReceiver(): Promise<{ url: string; delivered: Delivered[] }> {
  const delivered: Delivered[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      delivered.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, delivered }
}

async function openInstallation(fetchAllow: string[] = []) {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const { dataDir, databaseUrl } = copy
  return {
    start: (appSecret: string, previousAppSecret: string | null) =>
      startServer({ dataDir, databaseUrl, fetchAllow, appSecret, previousAppSecret }),
  }
}

async function listSecretFindings({ app, url }: TestServer) {
  const settings = { ...app.settings, publicUrl: url }
  const findings = await runDoctor({ settings, log: pino({ level: 'silent' }), root })
  return findings.filter(({ part }) => part === 'secret').map(({ state, found }) => `${state}: ${found}`)
}

function signIdentity(secret: string): Promise<string> {
  return new SignJWT({ sub: 'u-1', exp: Math.floor(Date.now() / 1000) + 60 })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret))
}

test('a rotation of APP_SECRET in three steps ends no sign-in and loses no secret', async () => {
  const { url, delivered } = await startReceiver()
  const installation = await openInstallation([new URL(url).host])

  const first = await installation.start(oldSecret, null)
  const owner = await signUp(first.url, 'acme')
  const project = await createPublishedProject(owner)
  const { secret: identitySecret } = await owner.get('POST', `/api/projects/${project.id}/identity-secrets`)
  const hook = await owner.get('POST', '/api/webhooks', { url, events: ['message.created'] })
  const { secret: newerHookSecret } = await owner.get('POST', `/api/webhooks/${hook.webhook.id}/secret`)
  const { body: visit } = await call(first.url, 'POST', `/api/public/${project.publicKey}/visitors`, {})
  const { visitorToken } = visit.data
  expect(await listSecretFindings(first)).toEqual(['ok: APP_SECRET is that of the installation'])
  await first.stop()

  /** Everything that depends on APP_SECRET, with the tokens of before. */
  const expectWorking = async (server: TestServer, accessToken: string) => {
    const me = person(server.url, { ...owner, tokens: { ...owner.tokens, accessToken } })
    expect((await me.call('GET', '/api/projects')).status).toBe(200)
    const identity = await signIdentity(identitySecret)
    const begin = await call(server.url, 'POST', `/api/public/${project.publicKey}/visitors`, { identity })
    expect(begin.body.data).toMatchObject({ verified: true })
    await connect(`${server.url}/visitor`, { visitorToken })
    const count = delivered.length
    await me.get('POST', `/api/webhooks/${hook.webhook.id}/test`)
    await waitUntil(
      async () => delivered.length,
      (length) => length > count,
    )
    const { body, headers } = delivered.at(-1) as Delivered
    for (const secret of [hook.secret, newerHookSecret])
      expect(new StandardWebhook(secret).verify(body, headers)).toBeTruthy()
  }

  const second = await installation.start(newSecret, oldSecret)
  await expectWorking(second, owner.tokens.accessToken)
  const { refreshToken } = owner.tokens
  const refreshed = await call(second.url, 'POST', '/api/auth/refresh-token', { refreshToken })
  expect(refreshed.status).toBe(200)
  const { accessToken } = refreshed.body.tokens
  expect(second.logged.join()).not.toContain('APP_SECRET')
  expect(await listSecretFindings(second)).toEqual([
    'ok: APP_SECRET is that of the installation',
    'ok: no stored secret needs APP_SECRET_PREVIOUS; sign-ins may need it for 30 days',
  ])
  await second.stop()

  const third = await installation.start(newSecret, null)
  await expectWorking(third, accessToken)
  expect((await owner.call('GET', '/api/projects').catch(() => null))?.status).not.toBe(200)
  const withOld = await call(third.url, 'GET', '/api/projects', undefined, {
    authorization: `Bearer ${owner.tokens.accessToken}`,
  })
  expect(withOld.status).toBe(401)
  expect(await listSecretFindings(third)).toEqual(['ok: APP_SECRET is that of the installation'])
  await third.stop()
})

test('another APP_SECRET than that of the installation is logged at the start, and doctor fails', async () => {
  const { url } = await startReceiver()
  const installation = await openInstallation([new URL(url).host])
  const first = await installation.start(oldSecret, null)
  const owner = await signUp(first.url, 'acme')
  await owner.get('POST', '/api/webhooks', { url, events: ['message.created'] })
  await first.stop()

  const other = await installation.start(newSecret, null)
  expect(other.logged.join()).toContain('APP_SECRET is not that of the')
  expect(await listSecretFindings(other)).toContain(
    'bad: 1 of 1 stored webhook and identity secrets cannot be decrypted',
  )
  if (usesPostgres)
    expect(await listSecretFindings(other)).toContainEqual(
      expect.stringMatching(/^bad: APP_SECRET is not that of the other processes/),
    )
  await other.stop()
})

sharedTest('processes before and after the change work together during a rotation', async () => {
  const installation = await openInstallation()
  // Without another step, processes would reject the tokens of those that are replaced first.
  const before = await installation.start(oldSecret, newSecret)
  const after = await installation.start(newSecret, oldSecret)
  const [early, late] = [await signUp(before.url, 'early'), await signUp(after.url, 'late')]
  for (const [server, owner] of [
    [after, early],
    [before, late],
  ] as const) {
    const authorization = `Bearer ${owner.tokens.accessToken}`
    expect((await call(server.url, 'GET', '/api/projects', undefined, { authorization })).status).toBe(200)
  }
  const { publicKey } = await createPublishedProject(early)
  const agent = await connect(after.url, { token: early.tokens.accessToken })
  const { visitorToken } = await startVisit(before.url, publicKey)
  const visitor = await connect(`${before.url}/visitor`, { visitorToken })
  await visitor.send('message:send', { text: 'Is it in stock?', clientId: 'first' })
  await agent.next('message:new', ({ message }) => message.text === 'Is it in stock?')
  await before.stop()
  await after.stop()
})
