import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createFixtures } from '../fixtures/fixtures.ts'
import { call } from '../kit/client.ts'
import { startServer } from '../kit/server.ts'

const fixtures = createFixtures()

describe('malformed requests', () => {
  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['application/json; charset=latin1'],
    ['application/json+evil'],
    ['text/html, application/json'],
    ['multipart/form-data; boundary=x'],
  ])('of type %s is answered 415', async (type) => {
    const { status, body } = await fixtures.call('POST', '/api/auth/login', '{}', { 'content-type': type })
    expect(status).toBe(415)
    expect(body).toMatchObject({
      success: false,
      message: 'Content-Type must be application/json',
      code: 'wrong_type',
    })
  })

  test.each(['application/json', 'application/json; charset=utf-8', 'application/json;charset=UTF-8'])(
    'of type %s is read',
    async (type) => {
      expect((await fixtures.call('POST', '/api/auth/login', '{}', { 'content-type': type })).status).toBe(
        400,
      )
    },
  )

  test.each(['{', 'nonsense', '{"a":}', '{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}'])(
    'with the body %s returns 400',
    async (text) => {
      const { status, body } = await fixtures.call('POST', '/api/auth/login', text)
      expect(status).toBe(400)
      expect(body).toMatchObject({ success: false, code: 'bad_input', requestId: expect.any(String) })
    },
  )

  test.each(['[]', '7', '"text"', 'null', 'true'])('with %s for an object returns 400', async (text) => {
    expect((await fixtures.call('POST', '/api/auth/login', text)).status).toBe(400)
  })

  test('with more than 1 MB returns 413', async () => {
    const { status, body } = await fixtures.call('POST', '/api/auth/login', { email: 'x'.repeat(1_100_000) })
    expect(status).toBe(413)
    expect(body.code).toBe('too_large')
  })

  test('to an unknown path return 404 as JSON', async () => {
    for (const path of [
      '/api/nothing',
      '/api',
      '/api/projects/x/y/z',
      '/widgets/nothing.js',
      '/socket.io/nothing',
    ]) {
      const { status, text } = await fixtures.call('GET', path)
      expect([400, 404], path).toContain(status)
      expect(text, path).not.toContain('<html')
    }
    expect((await fixtures.call('DELETE', '/api/projects')).status).toBe(404)
  })

  test('never leaves the folders of built files', async () => {
    for (const path of [
      '/widgets/../../package.json',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/%2e%2e/%2e%2e/etc/passwd',
    ]) {
      const text = await rawGet(path)
      expect(text).not.toContain('"workspaces"')
      expect(text).not.toContain('root:')
    }
  })

  test('does not reveal server internals', async () => {
    const owner = await fixtures.signUp()
    const answer = await owner.call('GET', '/api/sessions?limit=abc')
    expect(answer.status).toBe(400)
    expect(answer.text).not.toMatch(/at \w+ \(|node_modules|select |zod/i)
  })

  test.each([
    'page=0',
    'page=99999999999',
    'limit=0',
    'limit=99999',
    'cursor=%00',
    'search=%27%3B--',
    'status=active',
  ])('with the query %s is no error of ours', async (query) => {
    const owner = await fixtures.signUp()
    expect((await owner.call('GET', `/api/sessions?${query}`)).status).toBeLessThan(500)
  })
})

test('every response has the security headers and a request id', async () => {
  const { headers } = await fixtures.call('GET', '/api/me')
  // Data may load nothing; a page, its own alone.
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  for (const page of ['/api/docs/', '/login', '/livez']) {
    const policy = (await fixtures.call('GET', page)).headers.get('content-security-policy')
    expect(policy, page).toContain("script-src 'self'")
    expect(policy, page).not.toMatch(/script-src[^;]*unsafe/)
    if (page === '/login')
      expect(policy).toContain("require-trusted-types-for 'script';trusted-types default service-worker")
  }
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}-[0-9a-z]+$/)
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

test('the contract is served as OpenAPI', async () => {
  const { status, body } = await fixtures.call('GET', '/api/openapi.json')
  expect(status).toBe(200)
  expect(Object.keys(body.paths)).toContain('/api/projects/{projectId}/publish')
  expect((await fixtures.call('GET', '/api/docs/')).text).toContain('<html')
})

test('health checks need no token', async () => {
  expect((await fixtures.call('GET', '/livez')).status).toBe(200)
  expect((await fixtures.call('GET', '/readyz')).status).toBe(200)
})

/** fetch would tidy the path up. */
function rawGet(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(`${fixtures.server.url}`, { path }, (response) => {
      let text = ''
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve(text))
    })
    asked.on('error', reject)
    asked.end()
  })
}

test('an idle connection does not delay the shutdown', async () => {
  const server = await startServer()
  const { port } = new URL(server.url)
  const silent = connect(Number(port), '127.0.0.1')
  await once(silent, 'connect')
  // The server has seen it by the time that another request is answered.
  expect((await call(server.url, 'GET', '/livez')).status).toBe(200)
  const cut = once(silent, 'close')
  await server.stop()
  await cut
})
