import { once } from 'node:events'
import { io, type Socket } from 'socket.io-client'
import { beforeAll, expect, inject, onTestFinished } from 'vitest'
import { copyDatabase } from '../../server/test/database.ts'
import { sharedTest as test } from '../../server/test/engine.ts'
import { call, createPublishedProject, invite, signUp, sleep } from '../../server/test/fixtures.ts'
import { findFreePort } from '../../server/test/ports.ts'
import { buildServer } from '../../server/test/server-process.ts'
import { startProxy, startRedis } from './engines.ts'
import { type ProxyName, proxies } from './open-engines.ts'
import { dataDirectory, keptProcess, times, underLoad } from './under-load.ts'

beforeAll(buildServer, 120_000)

/** Two processes of one installation, behind a proxy as it is shipped. */
async function installation(proxy: ProxyName) {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const redis = await startRedis()
  const ports: [number, number] = [await findFreePort(), await findFreePort()]
  const environment = { REDIS_URL: redis.url, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'fatal' }
  const nodes = ports.map((port) =>
    keptProcess({ port, dataDir: dataDirectory(), databaseUrl: copy.databaseUrl, environment }),
  )
  await Promise.all(nodes.map((node) => node.ready()))
  return { redis, nodes, proxy: await startProxy(proxy, ports) }
}

test.each(proxies)(
  'replacing each process in turn behind %s causes no visible interruption',
  async (which) => {
    const { nodes, proxy } = await installation(which)
    await underLoad(proxy.url, { name: `rolling-${which}`, isSpread: true }, async () => {
      for (let round = 0; round < 2 * times; round++) {
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
  const { proxy } = await installation(which)
  const owner = await signUp(proxy.url, 'polling')
  const { publicKey } = await createPublishedProject(owner)
  const { body } = await call(proxy.url, 'POST', `/api/public/${publicKey}/visitors`, {})
  const visitor = await connected(`${proxy.url}/visitor`, { visitorToken: body.data.visitorToken }, 'polling')
  for (let count = 1; count <= 20; count++) {
    const clientId = `polled-${count}`
    const answer = await visitor.timeout(5000).emitWithAck('message:send', { text: clientId, clientId })
    expect(answer).toMatchObject({ success: true, message: { seq: count } })
  }
  expect(visitor.io.engine.transport.name).toBe('polling')
})

test('a killed and emptied Redis loses no message, and processes receive peer events again within 5 s', async () => {
  const { redis, nodes, proxy } = await installation('nginx')
  const across = await acrossProcesses(nodes[0]?.url as string, nodes[1]?.url as string)
  await underLoad(proxy.url, { name: 'redis', isSpread: true }, async () => {
    for (let round = 0; round < 2 * times; round++) {
      await sleep(500)
      redis.flush()
      await across.heals(5000)
      await redis.kill()
      await across.goesOn()
      await redis.start()
      await Promise.all([across.heals(5000), across.isAskedToSync(5000)])
    }
  })
}, 600_000)

test('a user who is disabled while Redis is down loses the connections to other processes', async () => {
  const { redis, nodes } = await installation('nginx')
  const [one, other] = nodes.map(({ url }) => url) as [string, string]
  const owner = await signUp(one, 'outage')
  const { user, path } = await invite(owner, { email: 'kim@example.com', role: 'Agent' })
  const { body } = await call(one, 'POST', path, { name: 'Kim', password: 'correct horse' })
  const line = await connected(other, { token: body.tokens.accessToken })
  const ownerLine = await connected(other, { token: owner.tokens.accessToken })
  const disabled = once(line as never, 'disconnect')
  await redis.kill()
  await owner.get('PATCH', `/api/users/${user.id}`, { status: 'disabled' })
  expect(await disabled).toContain('io server disconnect')
  expect(ownerLine.connected).toBe(true)
}, 60_000)

/** A visitor at one process, and an agent at the other. */
async function acrossProcesses(one: string, other: string) {
  const owner = await signUp(one, 'across')
  const { publicKey } = await createPublishedProject(owner)
  const { body } = await call(one, 'POST', `/api/public/${publicKey}/visitors`, {})
  const visitor = await connected(`${one}/visitor`, { visitorToken: body.data.visitorToken })
  const agent = await connected(other, { token: owner.tokens.accessToken })
  const received = new Set<string>()
  agent.on('message:new', ({ message }) => received.add(message.clientId))
  const { rev } = await agent.emitWithAck('sync', { rev: null })
  let lastSeq = 0
  let count = 0
  const say = async () => {
    const clientId = `across-${++count}`
    const answer = await visitor.timeout(10_000).emitWithAck('message:send', { text: clientId, clientId })
    expect(answer).toMatchObject({ success: true })
    lastSeq = answer.message.seq
    return clientId
  }
  return {
    /** Messages that are sent meanwhile are not delayed. */
    async goesOn(): Promise<void> {
      const begun = Date.now()
      for (let turn = 0; turn < 20; turn++) {
        await say()
        await sleep(50)
      }
      expect(Date.now() - begun).toBeLessThan(15_000)
    },
    /** Clients are asked to synchronize, so that they receive the messages whose events were lost. */
    async isAskedToSync(withinMs: number): Promise<void> {
      const [begun, seq] = [Date.now(), lastSeq]
      const wanted = await new Promise<{ withinMs: number }>((resolve, reject) => {
        agent.once('sync:wanted', resolve)
        setTimeout(reject, withinMs, new Error(`No client was asked to synchronize within ${withinMs} ms`))
      })
      expect(Date.now() - begun + wanted.withinMs).toBeLessThan(withinMs)
      const { changed } = await agent.timeout(5000).emitWithAck('sync', { rev })
      expect(changed[0].lastSeq).toBeGreaterThanOrEqual(seq)
    },
    /** A message that is sent from now on is received by the other process within that time. */
    async heals(withinMs: number): Promise<void> {
      const until = Date.now() + withinMs
      for (;;) {
        const clientId = await say()
        await sleep(200)
        if (received.has(clientId)) return
        if (Date.now() > until)
          throw new Error(`No event was received across processes within ${withinMs} ms`)
      }
    },
  }
}

async function connected(
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
