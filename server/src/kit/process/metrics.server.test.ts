import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createBackup } from '../../../test/backups.ts'
import { call, createFixtures, signUp } from '../../../test/fixtures.ts'
import { serverForThisTest } from '../../../test/server.ts'
import { createMetrics } from './metrics.ts'

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

  const read = async (name: string) => {
    const { text } = await fixtures.call('GET', '/metrics')
    return new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
  }

  test('says whether the database and Redis answer', async () => {
    expect(await read('aichat_database_up')).toBe('1')
    expect(await read('aichat_redis_up')).toBe(process.env.REDIS_URL ? '1' : 'Nan')
  })

  test('has the time of the last backup', async () => {
    expect(await read('aichat_last_backup_timestamp_seconds')).toBe('0')
    await createBackup(fixtures.server)
    const time = Number(await read('aichat_last_backup_timestamp_seconds'))
    expect(Math.abs(Date.now() / 1000 - time)).toBeLessThan(60)
  })

  test('has the backlog of a process that runs no jobs', async () => {
    const server = await serverForThisTest({ runsJobs: false })
    const { text } = await call(server.url, 'GET', '/metrics')
    expect(text).toMatch(/^aichat_webhook_deliveries_due 0$/m)
    expect(text).toMatch(/^aichat_webhook_oldest_due_seconds 0$/m)
  })

  test('has every metric of the alert rules', async () => {
    const rules = readFileSync('deploy/alerts.yml', 'utf8')
    const used = new Set(rules.match(/\b(?:aichat|nodejs|process)_\w+/g))
    const { text } = await fixtures.call('GET', '/metrics')
    const available = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
    expect(used.size).toBeGreaterThan(8)
    expect([...used].filter((name) => !available.has(name.replace(/_(?:bucket|count|sum)$/, '')))).toEqual([])
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

describe('a scrape', () => {
  test('takes one reading for all gauges that share it', async () => {
    const metrics = createMetrics()
    let readings = 0
    const gauges = ['a', 'b'].map((name) => ({ name, help: name, value: (reading: number) => reading }))
    metrics.addGauges(gauges, async () => ++readings)
    expect(await metrics.text()).toMatch(/^a 1\n[\s\S]*^b 1$/m)
    expect(await metrics.text()).toMatch(/^a 2\n[\s\S]*^b 2$/m)
    metrics.close()
  })

  test('answers while a reading hangs', async () => {
    const metrics = createMetrics()
    const never = new Promise<never>(() => {})
    metrics.addGauge('hangs', 'hangs', () => never)
    metrics.addLabeledGauge({ name: 'queues', help: 'queues', label: 'queue' }, () => never)
    metrics.addGauge('works', 'works', () => 7)
    const text = await metrics.text()
    expect(text).toMatch(/^hangs Nan$/m)
    expect(text).toMatch(/^works 7$/m)
    expect(text).not.toMatch(/^queues/m)
    metrics.close()
  })
})
