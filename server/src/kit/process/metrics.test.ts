import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { call, createCast, signUp } from '../../../test/fixtures.ts'
import { serverForThisTest } from '../../../test/server.ts'

const cast = createCast()

describe('/metrics', () => {
  test('counts requests by the route as declared, and names nobody', async () => {
    const owner = await signUp(cast.server.url, 'counted')
    const project = await owner.get('POST', '/api/projects', { name: 'Example Shop' })
    await owner.get('GET', `/api/projects/${project.id}`)
    await cast.call('GET', '/api/no-such-thing')
    const { status, text } = await cast.call('GET', '/metrics')
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

  test('has all that the dashboard shows', async () => {
    const { panels } = JSON.parse(readFileSync('deploy/grafana.json', 'utf8')) as {
      panels: { targets: { expr: string }[] }[]
    }
    const shown = panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => expr.match(/\b(?:aichat|nodejs|process)_\w+/g) ?? []),
    )
    const { text } = await cast.call('GET', '/metrics')
    const kept = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
    expect(shown.length).toBeGreaterThan(15)
    expect(shown.filter((name) => !kept.has(name.replace(/_(?:bucket|count)$/, '')))).toEqual([])
  })

  test('does not exist for whoever comes through a proxy', async () => {
    for (const header of ['x-forwarded-for', 'forwarded']) {
      expect(
        (await call(cast.server.url, 'GET', '/metrics', undefined, { [header]: '127.0.0.1' })).status,
      ).toBe(404)
    }
  })

  test('asks everybody for the token where one is set', async () => {
    const server = await serverForThisTest({ metricsToken: 'only for whoever watches' })
    const ask = async (headers: Record<string, string>) =>
      (await call(server.url, 'GET', '/metrics', undefined, headers)).status
    expect(await ask({})).toBe(404)
    expect(await ask({ authorization: 'Bearer only for whoever' })).toBe(404)
    expect(
      await ask({ authorization: 'Bearer only for whoever watches', 'x-forwarded-for': '192.0.2.1' }),
    ).toBe(200)
  })
})
