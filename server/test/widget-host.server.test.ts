import { expect, onTestFinished, test } from 'vitest'
import { call, connect, createPublishedProject, signUp } from './fixtures.ts'
import { findFreePort } from './ports.ts'
import { serverForThisTest } from './server.ts'

/** A server that answers to two host names, one of them for the widget only. */
async function startWithWidgetHost() {
  const port = await findFreePort()
  const consoleUrl = `http://localhost:${port}`
  const widgetUrl = `http://127.0.0.1:${port}`
  await serverForThisTest({ port, publicUrl: consoleUrl, widgetUrl })
  const owner = await signUp(consoleUrl, 'acme')
  const project = await createPublishedProject(owner)
  return { consoleUrl, widgetUrl, owner, project }
}

test('the host of WIDGET_URL serves nothing of the console', async () => {
  const { widgetUrl, owner } = await startWithWidgetHost()
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
  const { consoleUrl, widgetUrl, project } = await startWithWidgetHost()
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
  const { consoleUrl, widgetUrl, owner, project } = await startWithWidgetHost()
  const { embedCode } = await owner.get('GET', `/api/projects/${project.id}/embed-code`)
  expect(embedCode).toContain(`src="${widgetUrl}/widgets/loader.js"`)
  for (const url of [consoleUrl, widgetUrl]) {
    expect((await call(url, 'GET', '/widgets/loader.js')).status).toBe(200)
    const { body } = await call(url, 'GET', `/api/public/${project.publicKey}?launcher=1`)
    expect(body.data.widgetOrigin).toBe(widgetUrl)
  }
})

test('a visitor talks from the page of WIDGET_URL, and its origin is no website', async () => {
  const { widgetUrl, owner, project } = await startWithWidgetHost()
  const headers = { Origin: widgetUrl }
  const start = await call(widgetUrl, 'POST', `/api/public/${project.publicKey}/visitors`, {}, headers)
  expect(start.status).toBe(200)
  const { visitorToken } = start.body.data
  const visitor = await connect(`${widgetUrl}/visitor`, { visitorToken })
  onTestFinished(() => void visitor.socket.disconnect())
  const sent = await visitor.send('message:send', { text: 'Hello', clientId: 'c1' })
  expect(sent.success).toBe(true)
  const { origins } = await owner.get('GET', `/api/projects/${project.id}/installation`)
  expect(origins).toEqual([])
})

test('without WIDGET_URL one host serves everything', async () => {
  const { url } = await serverForThisTest({})
  const owner = await signUp(url, 'acme')
  const project = await createPublishedProject(owner)
  expect((await call(url, 'GET', `/widgets/frame/${project.publicKey}`)).status).toBe(200)
  const { body } = await call(url, 'GET', `/api/public/${project.publicKey}?launcher=1`)
  expect(body.data).not.toHaveProperty('widgetOrigin')
})
