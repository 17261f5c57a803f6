import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createFixtures, createPrivateFixtures } from '../../../test/fixtures/fixtures.ts'
import { createBackup } from '../../../test/kit/backups.ts'
import { createMetrics } from './metrics.ts'

const fixtures = createFixtures()
const withToken = createPrivateFixtures({ runsJobs: false, metricsToken: 'a token for monitoring' })
const authorization = 'Bearer a token for monitoring'

describe('/metrics', () => {
  const read = async (name: string, from = fixtures) => {
    const { text } = await from.call('GET', '/metrics', undefined, { authorization })
    return new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
  }

  test('records requests by their declared route, without names or ids', async () => {
    const count = async () =>
      Number(
        (await read(
          'aichat_http_request_seconds_count\\{method="GET",route="/api/projects/:projectId",status="200"\\}',
        )) ?? 0,
      )
    const former = await count()
    const owner = await fixtures.signUp('counted')
    const project = await owner.get('POST', '/api/projects', { name: 'Example Shop' })
    await owner.get('GET', `/api/projects/${project.id}`)
    await fixtures.call('GET', '/api/no-such-thing')
    const { status, text } = await fixtures.call('GET', '/metrics')
    expect(status).toBe(200)
    expect(await count()).toBe(former + 1)
    expect(text).toMatch(/aichat_jobs_waiting\{queue="[\w-]+"\} 0/)
    expect(text).toMatch(/aichat_database_connections \d/)
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
    for (const secret of [project.id, 'Example Shop', 'counted', 'no-such-thing'])
      expect(text).not.toContain(secret)
  })

  test('says whether the database and Redis answer', async () => {
    expect(await read('aichat_database_up')).toBe('1')
    expect(await read('aichat_redis_up')).toBe(process.env.REDIS_URL ? '1' : 'Nan')
  })

  test('has the time of the last backup', async () => {
    expect(await read('aichat_last_backup_timestamp_seconds', withToken)).toBe('0')
    await createBackup(withToken.server)
    const time = Number(await read('aichat_last_backup_timestamp_seconds', withToken))
    expect(Math.abs(Date.now() / 1000 - time)).toBeLessThan(60)
  })

  test('has the backlog of a process that runs no jobs', async () => {
    expect(await read('aichat_webhook_deliveries_due', withToken)).toBe('0')
    expect(await read('aichat_webhook_oldest_due_seconds', withToken)).toBe('0')
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
    const ask = async (headers: Record<string, string>) =>
      (await withToken.call('GET', '/metrics', undefined, headers)).status
    expect(await ask({})).toBe(404)
    expect(await ask({ authorization: 'Bearer a token for' })).toBe(404)
    expect(await ask({ authorization, 'x-forwarded-for': '192.0.2.1' })).toBe(200)
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
