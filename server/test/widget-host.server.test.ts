import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFixtures, createPublishedProject } from './fixtures/fixtures.ts'
import { call, connect, signUp, upload } from './kit/client.ts'
import { findFreePort } from './kit/ports.ts'
import { startServer } from './kit/server.ts'

const fixtures = createFixtures()
let consoleUrl: string
let widgetUrl: string
let stop: () => Promise<void>

/** A server that answers to two host names, one of them for the widget only. */
beforeAll(async () => {
  const port = await findFreePort()
  consoleUrl = `http://localhost:${port}`
  widgetUrl = `http://127.0.0.1:${port}`
  stop = (await startServer({ port, publicUrl: consoleUrl, widgetUrl })).stop
})
afterAll(() => stop())

async function openShop() {
  const owner = await signUp(consoleUrl, 'acme')
  return { owner, project: await createPublishedProject(owner) }
}

test('the host of WIDGET_URL serves nothing of the console', async () => {
  const owner = await signUp(consoleUrl, 'acme')
  const headers = { authorization: `Bearer ${owner.tokens.accessToken}` }
  for (const path of [
    '/',
    '/login',
    '/api/me',
    '/api/projects',
    '/api/docs/',
    '/api/openapi.json',
    '/metrics',
  ])
    expect((await call(widgetUrl, 'GET', path, undefined, headers)).status, path).toBe(404)
  expect((await call(widgetUrl, 'POST', '/api/auth/login', {})).status).toBe(404)
  await expect(connect(`${widgetUrl}/`, { token: owner.tokens.accessToken, role: 'admin' })).rejects.toThrow(
    'Authentication failed',
  )
})

test('the chat is a page of WIDGET_URL only', async () => {
  const { project } = await openShop()
  const path = `/widgets/frame/${project.publicKey}?host=https%3A%2F%2Fshop.example.com`
  const redirect = await fetch(`${consoleUrl}${path}`, { redirect: 'manual' })
  expect(redirect.status).toBe(307)
  expect(redirect.headers.get('location')).toBe(`${widgetUrl}${path}`)
  const { status, headers } = await call(widgetUrl, 'GET', path)
  expect(status).toBe(200)
  expect(headers.get('content-security-policy')).toContain(
    `connect-src 'self' ${widgetUrl.replace('http', 'ws')};`,
  )
})

test('embed codes name WIDGET_URL, and those of before find the chat there', async () => {
  const { owner, project } = await openShop()
  const { embedCode } = await owner.get('GET', `/api/projects/${project.id}/embed-code`)
  expect(embedCode).toContain(`src="${widgetUrl}/widgets/loader.js"`)
  for (const url of [consoleUrl, widgetUrl]) {
    expect((await call(url, 'GET', '/widgets/loader.js')).status).toBe(200)
    const { body } = await call(url, 'GET', `/api/public/${project.publicKey}?launcher=1`)
    expect(body.data.widgetOrigin).toBe(widgetUrl)
  }
})

test('a visitor talks from the page of WIDGET_URL, and its origin is no website', async () => {
  const { owner, project } = await openShop()
  const headers = { Origin: widgetUrl }
  const start = await call(widgetUrl, 'POST', `/api/public/${project.publicKey}/visitors`, {}, headers)
  expect(start.status).toBe(200)
  const { visitorToken } = start.body.data
  const visitor = await connect(`${widgetUrl}/visitor`, { visitorToken })
  const sent = await visitor.send('message:send', { text: 'Hello', clientId: 'c1' })
  expect(sent.success).toBe(true)
  const { origins } = await owner.get('GET', `/api/projects/${project.id}/installation`)
  expect(origins).toEqual([])
})

test('both hosts serve an uploaded logo, because the chat and the console show it', async () => {
  const { owner, project } = await openShop()
  const token = owner.tokens.accessToken
  const content = Buffer.from('GIF89a')
  const { body } = await upload(consoleUrl, `/api/widget/${project.widgetConfigId}/logo`, token, [
    { name: 'logo.gif', content },
  ])
  for (const url of [consoleUrl, widgetUrl])
    expect((await call(url, 'GET', body.data.logoUrl)).text).toBe(content.toString())
})

test('without WIDGET_URL one host serves everything', async () => {
  const project = await createPublishedProject(await fixtures.signUp())
  expect((await fixtures.call('GET', `/widgets/frame/${project.publicKey}`)).status).toBe(200)
  const { body } = await fixtures.call('GET', `/api/public/${project.publicKey}?launcher=1`)
  expect(body.data).not.toHaveProperty('widgetOrigin')
})
