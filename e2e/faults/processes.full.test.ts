import { once } from 'node:events'
import { io, type Socket } from 'socket.io-client'
import { beforeAll, expect, inject, onTestFinished } from 'vitest'
import { startVisit } from '../../server/src/ops/seed/api-client.ts'
import { createPublishedProject } from '../../server/test/fixtures/fixtures.ts'
import { call, invite, signUp, sleep } from '../../server/test/kit/client.ts'
import { copyDatabase } from '../../server/test/kit/database.ts'
import { sharedTest as test } from '../../server/test/kit/engine.ts'
import { findFreePort } from '../../server/test/kit/ports.ts'
import { buildServer } from '../../server/test/kit/server-process.ts'
import { startProxy, startRedis } from './engines.ts'
import { type ProxyName, proxies } from './open-engines.ts'
import { createDataDirectory, repeatCount, runUnderLoad, startRestartableProcess } from './under-load.ts'

beforeAll(buildServer, 120_000)

/** Starts two processes of one installation behind a proxy with the shipped configuration. */
async function startInstallation(proxy: ProxyName) {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const redis = await startRedis()
  const ports: [number, number] = [await findFreePort(), await findFreePort()]
  const environment = { REDIS_URL: redis.url, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'fatal' }
  const nodes = ports.map((port) =>
    startRestartableProcess({
      port,
      dataDir: createDataDirectory(),
      databaseUrl: copy.databaseUrl,
      environment,
    }),
  )
  await Promise.all(nodes.map((node) => node.ready()))
  return { redis, nodes, proxy: await startProxy(proxy, ports) }
}

test.each(proxies)(
  'replacing each process in turn behind %s causes no visible interruption',
  async (which) => {
    const { nodes, proxy } = await startInstallation(which)
    await runUnderLoad(proxy.url, { name: `rolling-${which}`, hasClientAddresses: true }, async () => {
      for (let round = 0; round < 2 * repeatCount; round++) {
        for (const node of nodes) {
          await sleep(500)
          await node.restart()
        }
      }
    })
  },
  600_000,
)

test.each(proxies)('behind %s a visitor without WebSocket reaches the same process', async (which) => {
  const { proxy } = await startInstallation(which)
  const owner = await signUp(proxy.url, 'polling')
  const { publicKey } = await createPublishedProject(owner)
  const { visitorToken } = await startVisit(proxy.url, publicKey)
  const visitor = await connectSocket(`${proxy.url}/visitor`, { visitorToken }, 'polling')
  for (let count = 1; count <= 20; count++) {
    const clientId = `polled-${count}`
    const answer = await visitor.timeout(5000).emitWithAck('message:send', { text: clientId, clientId })
    expect(answer).toMatchObject({ success: true, message: { seq: count } })
  }
  expect(visitor.io.engine.transport.name).toBe('polling')
})

test('a killed and emptied Redis loses no message, and processes receive peer events again within 5 s', async () => {
  const { redis, nodes, proxy } = await startInstallation('nginx')
  const crossProcess = await connectAcross(nodes[0]?.url as string, nodes[1]?.url as string)
  await runUnderLoad(proxy.url, { name: 'redis', hasClientAddresses: true }, async () => {
    for (let round = 0; round < 2 * repeatCount; round++) {
      await sleep(500)
      redis.flush()
      await crossProcess.expectEvents(5000)
      await redis.kill()
      await crossProcess.expectAcknowledgments()
      await redis.start()
      await Promise.all([crossProcess.expectEvents(5000), crossProcess.expectSyncRequest(5000)])
    }
  })
}, 600_000)

test('a user who is disabled while Redis is down loses the connections to other processes', async () => {
  const { redis, nodes } = await startInstallation('nginx')
  const [one, other] = nodes.map(({ url }) => url) as [string, string]
  const owner = await signUp(one, 'outage')
  const { user, path } = await invite(owner, { email: 'kim@example.com', role: 'Agent' })
  const { body } = await call(one, 'POST', path, { name: 'Kim', password: 'correct horse' })
  const userSocket = await connectSocket(other, { token: body.tokens.accessToken })
  const ownerSocket = await connectSocket(other, { token: owner.tokens.accessToken })
  const disabled = once(userSocket as never, 'disconnect')
  await redis.kill()
  await owner.get('PATCH', `/api/users/${user.id}`, { status: 'disabled' })
  expect(await disabled).toContain('io server disconnect')
  expect(ownerSocket.connected).toBe(true)
}, 60_000)

/** Connects a visitor to one process and an agent to the other. */
async function connectAcross(one: string, other: string) {
  const owner = await signUp(one, 'across')
  const { publicKey } = await createPublishedProject(owner)
  const { visitorToken } = await startVisit(one, publicKey)
  const visitor = await connectSocket(`${one}/visitor`, { visitorToken })
  const agent = await connectSocket(other, { token: owner.tokens.accessToken })
  const received = new Set<string>()
  agent.on('message:new', ({ message }) => received.add(message.clientId))
  const { rev } = await agent.emitWithAck('sync', { rev: null })
  let lastSeq = 0
  let count = 0
  const send = async () => {
    const clientId = `across-${++count}`
    const answer = await visitor.timeout(10_000).emitWithAck('message:send', { text: clientId, clientId })
    expect(answer).toMatchObject({ success: true })
    lastSeq = answer.message.seq
    return clientId
  }
  return {
    /** Asserts that messages are acknowledged without delay. */
    async expectAcknowledgments(): Promise<void> {
      const startedAt = Date.now()
      for (let index = 0; index < 20; index++) {
        await send()
        await sleep(50)
      }
      expect(Date.now() - startedAt).toBeLessThan(15_000)
    },
    /** Asserts that clients are asked to synchronize, so that they receive the messages whose events were lost. */
    async expectSyncRequest(withinMs: number): Promise<void> {
      const [startedAt, seq] = [Date.now(), lastSeq]
      const wanted = await new Promise<{ withinMs: number }>((resolve, reject) => {
        agent.once('sync:wanted', resolve)
        setTimeout(reject, withinMs, new Error(`No client was asked to synchronize within ${withinMs} ms`))
      })
      expect(Date.now() - startedAt + wanted.withinMs).toBeLessThan(withinMs)
      const { changed } = await agent.timeout(5000).emitWithAck('sync', { rev })
      expect(changed[0].lastSeq).toBeGreaterThanOrEqual(seq)
    },
    /** Asserts that the other process receives the event of a new message within that time. */
    async expectEvents(withinMs: number): Promise<void> {
      const deadline = Date.now() + withinMs
      for (;;) {
        const clientId = await send()
        await sleep(200)
        if (received.has(clientId)) return
        if (Date.now() > deadline)
          throw new Error(`No event was received across processes within ${withinMs} ms`)
      }
    },
  }
}

async function connectSocket(
  url: string,
  auth: object,
  transport: 'websocket' | 'polling' = 'websocket',
): Promise<Socket> {
  const socket = io(url, { auth, transports: [transport], forceNew: true })
  onTestFinished(() => void socket.disconnect())
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return socket
}
