import { io, type Socket } from 'socket.io-client'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { copyDatabase } from '../../server/test/database.ts'
import { call, createPublishedProject, signUp, waitUntil } from '../../server/test/fixtures.ts'
import { findFreePort } from '../../server/test/ports.ts'
import { buildServer, startProcess } from '../../server/test/server-process.ts'

beforeAll(buildServer, 120_000)

/** Three times what the operating system buffers for an unread connection. */
const messages = 2500
const text = '\u2603'.repeat(4000)

test('a client that stops reading is disconnected before it fills the memory, and misses nothing after it reconnects', async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const place = { ...copy, port: await findFreePort() }
  const server = startProcess(place)
  onTestFinished(() => server.kill('SIGKILL'))
  await server.ready
  const url = `http://127.0.0.1:${place.port}`
  const owner = await signUp(url, 'acme')
  const { publicKey } = await createPublishedProject(owner)
  const { body } = await call(url, 'POST', `/api/public/${publicKey}/visitors`, {})
  const visitor = await connected(`${url}/visitor`, { visitorToken: body.data.visitorToken })
  const { session } = await visitor.emitWithAck('message:send', { text: 'Hello', clientId: 'first' })
  const { sessionId } = session

  const agent = { token: owner.tokens.accessToken }
  const reader = await connected(url, agent)
  const received: number[] = []
  reader.on('message:new', ({ message }) => received.push(message.seq))
  const sleeper = await connected(url, agent)
  const link = (sleeper.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } }).ws
  link.pause()
  const gauges = async () => {
    const metrics = await call(url, 'GET', '/metrics')
    const gaugeOf = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics.text)?.[1])
    return {
      connections: gaugeOf('aichat_socket_connections'),
      cut: gaugeOf('aichat_socket_slow_consumers_total'),
      megabytes: gaugeOf('process_resident_memory_bytes') / 1e6,
    }
  }
  const before = await gauges()
  expect(before).toMatchObject({ connections: 3, cut: 0 })

  const waits: number[] = []
  let sent = 0
  const write = async () => {
    while (sent < messages) {
      const begun = performance.now()
      const answer = await visitor
        .timeout(10_000)
        .emitWithAck('message:send', { text, clientId: `${sent++}` })
      expect(answer.success).toBe(true)
      waits.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: 8 }, write))
  const after = await gauges()
  expect(after).toMatchObject({ connections: 2, cut: 1 })
  // A client that reads has received everything in order.
  await waitUntil(
    async () => received.length,
    (count) => count === messages,
  )
  expect(received).toEqual(Array.from({ length: messages }, (_, index) => index + 2))
  waits.sort((a, b) => a - b)
  const [half, worst] = [waits[waits.length >> 1], waits.at(-1)].map((wait) => Math.round(wait as number))
  process.stdout.write(
    `  ${messages} messages; acknowledged within ${half} ms (half), ${worst} ms (all); memory ${Math.round(before.megabytes)} → ${Math.round(after.megabytes)} MB\n`,
  )

  const back = await connected(url, agent)
  const seen: number[] = []
  for (;;) {
    const last = seen.at(-1) ?? 0
    const page = await owner.get('GET', `/api/sessions/${sessionId}/messages?limit=500&after=${last}`)
    seen.push(...page.messages.map(({ seq }: { seq: number }) => seq))
    if (!page.hasMore) break
  }
  expect(seen).toEqual(Array.from({ length: messages + 1 }, (_, index) => index + 1))
  const joined = await back.emitWithAck('agent:join', { sessionId, lastSeq: messages - 10 })
  expect(joined.messages).toHaveLength(11)
  link.resume()
}, 120_000)

async function connected(url: string, auth: object): Promise<Socket> {
  const socket = io(url, { auth, transports: ['websocket'], forceNew: true, reconnection: false })
  onTestFinished(() => void socket.disconnect())
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return socket
}
