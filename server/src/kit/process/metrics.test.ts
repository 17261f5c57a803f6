import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { describe, expect, test } from 'vitest'
import { call, createFixtures, signUp } from '../../../test/fixtures.ts'
import { serverForThisTest } from '../../../test/server.ts'

const fixtures = createFixtures()

describe('/metrics', () => {
  test('records requests by their declared route, without names or ids', async () => {
    const owner = await signUp(fixtures.server.url, 'counted')
    const project = await owner.get('POST', '/api/projects', { name: 'Example Shop' })
    await owner.get('GET', `/api/projects/${project.id}`)
    await fixtures.call('GET', '/api/no-such-thing')
    const { status, text } = await fixtures.call('GET', '/metrics')
    expect(status).toBe(200)
    expect(text).toMatch(
      /aichat_http_request_seconds_count\{method="GET",route="\/api\/projects\/:projectId",status="200"\} 1/,
    )
    expect(text).toMatch(/aichat_jobs_waiting\{queue="[\w-]+"\} 0/)
    expect(text).toMatch(/aichat_database_connections \d/)
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
    for (const secret of [project.id, 'Example Shop', 'counted', 'no-such-thing'])
      expect(text).not.toContain(secret)
  })

  test('has every metric that the dashboard shows', async () => {
    const { panels } = JSON.parse(readFileSync('deploy/grafana.json', 'utf8')) as {
      panels: { targets: { expr: string }[] }[]
    }
    const shown = panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => expr.match(/\b(?:aichat|nodejs|process)_\w+/g) ?? []),
    )
    const { text } = await fixtures.call('GET', '/metrics')
    const available = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
    expect(shown.length).toBeGreaterThan(15)
    expect(shown.filter((name) => !available.has(name.replace(/_(?:bucket|count)$/, '')))).toEqual([])
  })

  /** fetch does not allow setting the header Host. */
  const getStatus = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      get(`${fixtures.server.url}/metrics`, { headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      }).on('error', reject)
    })

  test.each([
    ['Forwarded', 'for=192.0.2.1'],
    ['Via', '1.1 proxy'],
    ['X-Forwarded-For', '127.0.0.1'],
    ['X-Forwarded-Host', 'shop.example.com'],
    ['X-Forwarded-Proto', 'https'],
    ['X-Real-IP', '192.0.2.1'],
    ['X-Client-IP', '192.0.2.1'],
    ['X-Original-For', '192.0.2.1'],
    ['True-Client-IP', '192.0.2.1'],
    ['CF-Connecting-IP', '192.0.2.1'],
    ['Fastly-Client-IP', '192.0.2.1'],
    ['Host', 'shop.example.com'],
  ])('returns 404 for a request through a proxy that sends only %s', async (name, value) => {
    expect(await getStatus({ [name]: value })).toBe(404)
  })

  test.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])(
    'answers a request of this machine to %s',
    async (host) => {
      expect(await getStatus({ host })).toBe(200)
    },
  )

  test('requires the token when one is configured', async () => {
    const server = await serverForThisTest({ metricsToken: 'a token for monitoring' })
    const ask = async (headers: Record<string, string>) =>
      (await call(server.url, 'GET', '/metrics', undefined, headers)).status
    expect(await ask({})).toBe(404)
    expect(await ask({ authorization: 'Bearer a token for' })).toBe(404)
    expect(
      await ask({ authorization: 'Bearer a token for monitoring', 'x-forwarded-for': '192.0.2.1' }),
    ).toBe(200)
  })
})
