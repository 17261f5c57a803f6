import { beforeAll, expect, inject, onTestFinished } from 'vitest'
import { openRedis } from '../../../e2e/faults/open-engines.ts'
import { startVisit } from '../../src/ops/seed/api-client.ts'
import { createPublishedProject } from '../fixtures/fixtures.ts'
import { call, connect, signUp, waitUntil } from '../kit/client.ts'
import { copyDatabase } from '../kit/database.ts'
import { sharedTest as test } from '../kit/engine.ts'
import { findFreePort } from '../kit/ports.ts'
import { buildServer, startProcess } from '../kit/server-process.ts'

beforeAll(buildServer, 120_000)

test('processes start while Redis is unavailable, and exchange events when it is available again', async () => {
  const redis = await openRedis()
  onTestFinished(() => redis.close())
  await redis.kill()
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const start = async () => {
    const port = await findFreePort()
    const environment = { REDIS_URL: redis.url, LOG_LEVEL: 'info' }
    const server = startProcess({ ...copy, port, environment })
    onTestFinished(() => server.kill('SIGKILL'))
    await server.ready
    return { ...server, url: `http://127.0.0.1:${port}` }
  }
  const [one, other] = await Promise.all([start(), start()])
  for (const { output } of [one, other]) expect(output()).toContain('Redis is unavailable')
  const { text } = await call(one.url, 'GET', '/metrics')
  expect(text).toMatch(/^aichat_redis_up 0$/m)
  expect(text).toMatch(/^aichat_log_lines_total\{level="warn"\} [1-9]/m)

  await redis.start()
  for (const { output } of [one, other])
    await waitUntil(
      async () => output(),
      (text) => text.includes('Redis is available again'),
    )
  expect((await call(one.url, 'GET', '/metrics')).text).toMatch(/^aichat_redis_up 1$/m)
  const owner = await signUp(one.url, 'acme')
  const { publicKey } = await createPublishedProject(owner)
  const agent = await connect(other.url, { token: owner.tokens.accessToken })
  const { visitorToken } = await startVisit(one.url, publicKey)
  const visitor = await connect(`${one.url}/visitor`, { visitorToken })
  await visitor.send('message:send', { text: 'Is it in stock?', clientId: 'first' })
  await agent.next('message:new', ({ message }) => message.text === 'Is it in stock?')
})
