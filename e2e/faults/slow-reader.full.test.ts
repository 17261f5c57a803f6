import { io, type Socket } from 'socket.io-client'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { median } from '../../bench/kit/median.ts'
import { startVisit } from '../../server/src/ops/seed/api-client.ts'
import { createPublishedProject } from '../../server/test/fixtures/fixtures.ts'
import { call, signUp, waitUntil } from '../../server/test/kit/client.ts'
import { copyDatabase } from '../../server/test/kit/database.ts'
import { findFreePort } from '../../server/test/kit/ports.ts'
import { buildServer, startProcess } from '../../server/test/kit/server-process.ts'

beforeAll(buildServer, 120_000)

/** Three times the data that the operating system buffers for a connection without a reader. */
const messageCount = 2500
const text = '\u2603'.repeat(4000)

test('a client that stops reading is disconnected before it fills the memory, and misses no message after it reconnects', async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const options = { ...copy, port: await findFreePort() }
  const server = startProcess(options)
  onTestFinished(() => server.kill('SIGKILL'))
  await server.ready
  const url = `http://127.0.0.1:${options.port}`
  const owner = await signUp(url, 'acme')
  const { publicKey } = await createPublishedProject(owner)
  const { visitorToken } = await startVisit(url, publicKey)
  const visitor = await connectSocket(`${url}/visitor`, { visitorToken })
  const { session } = await visitor.emitWithAck('message:send', { text: 'Hello', clientId: 'first' })
  const { sessionId } = session

  const agent = { token: owner.tokens.accessToken }
  const reader = await connectSocket(url, agent)
  const received: number[] = []
  reader.on('message:new', ({ message }) => received.push(message.seq))
  const slowReader = await connectSocket(url, agent)
  const transport = (slowReader.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } })
    .ws
  transport.pause()
  const readMetrics = async () => {
    const metrics = await call(url, 'GET', '/metrics')
    const readValue = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics.text)?.[1])
    return {
      connections: readValue('aichat_socket_connections'),
      disconnected: readValue('aichat_socket_slow_consumers_total'),
      megabytes: readValue('process_resident_memory_bytes') / 1e6,
    }
  }
  const before = await readMetrics()
  expect(before).toMatchObject({ connections: 3, disconnected: 0 })

  const waits: number[] = []
  let sent = 0
  const write = async () => {
    while (sent < messageCount) {
      const startedAt = performance.now()
      const answer = await visitor
        .timeout(10_000)
        .emitWithAck('message:send', { text, clientId: `${sent++}` })
      expect(answer.success).toBe(true)
      waits.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: 8 }, write))
  const after = await readMetrics()
  expect(after).toMatchObject({ connections: 2, disconnected: 1 })
  // A client that reads has received everything in order.
  await waitUntil(
    async () => received.length,
    (count) => count === messageCount,
  )
  expect(received).toEqual(Array.from({ length: messageCount }, (_, index) => index + 2))
  const [half, worst] = [median(waits), Math.max(...waits)].map(Math.round)
  process.stdout.write(
    `  ${messageCount} messages; acknowledged within ${half} ms (median), ${worst} ms (maximum); memory ${Math.round(before.megabytes)} → ${Math.round(after.megabytes)} MB\n`,
  )

  const reconnected = await connectSocket(url, agent)
  const seen: number[] = []
  for (;;) {
    const last = seen.at(-1) ?? 0
    const page = await owner.get('GET', `/api/sessions/${sessionId}/messages?limit=500&after=${last}`)
    seen.push(...page.messages.map(({ seq }: { seq: number }) => seq))
    if (!page.hasMore) break
  }
  expect(seen).toEqual(Array.from({ length: messageCount + 1 }, (_, index) => index + 1))
  const joined = await reconnected.emitWithAck('agent:join', { sessionId, lastSeq: messageCount - 10 })
  expect(joined.messages).toHaveLength(11)
  transport.resume()
}, 120_000)

async function connectSocket(url: string, auth: object): Promise<Socket> {
  const socket = io(url, { auth, transports: ['websocket'], forceNew: true, reconnection: false })
  onTestFinished(() => void socket.disconnect())
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return socket
}
