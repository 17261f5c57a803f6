import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createPrivateFixtures, createPublishedProject, listMessages } from '../fixtures/fixtures.ts'
import { type RealtimeClient, waitUntil } from '../kit/client.ts'
import { listCommands } from '../kit/contracts.ts'
import { createRandom } from '../kit/random.ts'

const fixtures = createPrivateFixtures()
const seed = 20_260_121
// A sample in every run; `npm run test:full` sends 50,000.
const frames = Number(process.env.FUZZ_FRAMES || 2000)
const timeoutMs = Math.max(120_000, frames * 12)
const atOnce = 200
const allowedGrowth = 60_000_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Heap size after garbage collection. */
function held(): number {
  for (let round = 0; round < 3; round++) collectGarbage()
  return process.memoryUsage().heapUsed
}

test(
  `${frames} random frames (seed ${seed}) crash nothing, store nothing wrong and leak no memory`,
  async () => {
    const random = createRandom(seed)
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    const visitor = await fixtures.visitor(project.publicKey)
    const known = await visitor.connect()
    const { session } = await known.send('message:send', { text: 'hello', clientId: 'first' })
    const sessionId: string = session.sessionId
    const names = (await listCommands()).flatMap(([, table]) => Object.keys(table))
    const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T

    function value(depth = 0): unknown {
      const kind = Math.floor(random() * (depth > 3 ? 9 : 12))
      switch (kind) {
        case 0:
          return undefined
        case 1:
          return null
        case 2:
          return random() < 0.5
        case 3:
          return pick([Math.round, Number])((random() - 0.5) * 10 ** Math.floor(random() * 20))
        case 4:
          return sessionId
        case 5:
          return String.fromCharCode(...Array.from({ length: 8 }, () => Math.floor(random() * 65_536)))
        case 6:
          return 'x'.repeat(Math.floor(random() * 5000))
        case 7:
          return Buffer.alloc(Math.floor(random() * 100), 7)
        case 8:
          return pick(['__proto__', 'constructor', '', '\u0000', "'; drop table users; --", 'NaN'])
        case 9:
          return Array.from({ length: Math.floor(random() * 5) }, () => value(depth + 1))
        default:
          return payload(depth + 1)
      }
    }

    function payload(depth: number): object {
      const fields = [
        'sessionId',
        'text',
        'clientId',
        'attachments',
        'rev',
        'lastSeq',
        'isTyping',
        'fields',
        'token',
      ]
      return Object.fromEntries(
        Array.from({ length: Math.floor(random() * 5) }, () => [pick([...fields, 'toString']), value(depth)]),
      )
    }

    /** Mostly commands that exist. */
    function strike({ socket }: RealtimeClient): void {
      const name =
        random() < 0.9 ? pick(names.filter((one) => one !== 'session:end')) : (JSON.stringify(value()) ?? '')
      const given = Array.from({ length: Math.floor(random() * 3) }, () => value())
      if (
        ['connect', 'connect_error', 'disconnect', 'disconnecting', 'newListener', 'removeListener'].includes(
          name,
        )
      )
        return
      socket.emit(name, ...given, ...(random() < 0.3 ? [() => {}] : []))
    }

    /** Bytes that are no packet end their own connection. */
    function garble({ socket }: RealtimeClient): void {
      const { engine } = socket.io as unknown as { engine: { write(text: string): void } }
      engine.write(
        pick([
          '2',
          '2[',
          '2{}',
          '2["x"',
          '9',
          '51-["x",{"_placeholder":true,"num":9}]',
          '',
          '2[null]',
          '40/nowhere,',
        ]),
      )
    }

    let before = 0
    for (let sent = 0; sent < frames; sent += atOnce) {
      const lines = [await owner.connect(), await visitor.connect()]
      for (let count = 0; count < atOnce; count++) {
        strike(pick(lines))
      }
      // Answered behind all that was sent before it.
      await Promise.all(lines.map((line) => line.send('sync', { rev: null, lastSeq: 0 })))
      for (const line of lines) {
        garble(line)
        line.socket.disconnect()
      }
      // Plans, shapes and pools are warm by now.
      if (sent === frames / 5) before = held()
    }

    expect((await owner.call('GET', '/api/sessions')).status).toBe(200)
    const again = await owner.connect()
    expect(
      await again.send('message:send', { sessionId, text: 'still here', clientId: 'last' }),
    ).toMatchObject({
      success: true,
    })
    const messages = await listMessages(owner, sessionId)
    expect(messages.map(({ seq }) => seq)).toEqual(
      messages.map((_, index) => (messages[0]?.seq ?? 1) + index),
    )
    expect(fixtures.server.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
    await waitUntil(
      async () => held() - before,
      (growth) => growth < allowedGrowth,
    )
  },
  timeoutMs,
)

test('unread counts agree in the badge, the list and the database after concurrent reads and sends', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const line = await (await fixtures.visitor(project.publicKey)).connect()
  const agent = await owner.connect()
  const { session } = await line.send('message:send', { text: 'hello', clientId: 'first' })
  const { sessionId } = session
  const random = createRandom(seed)
  for (let race = 0; race < 100; race++) {
    const read = () => owner.get('PATCH', `/api/sessions/${sessionId}/read`)
    const send = () => line.send('message:send', { text: `m ${race}`, clientId: `c${race}` })
    const notice = () => agent.send('session:patched', { sessionId, unreadCountAgent: -5 })
    const racers = [read, send, notice].toSorted(() => random() - 0.5)
    await Promise.all(racers.map((run) => run()))
    if (race % 10 === 0) expect(await everywhere()).toMatchObject({ isOne: true })
  }
  await owner.get('PATCH', `/api/sessions/${sessionId}/read`)
  expect(await everywhere()).toEqual({ isOne: true, unread: 0 })
  await line.send('message:send', { text: 'one', clientId: 'one' })
  await line.send('message:send', { text: 'two', clientId: 'two' })
  expect(await everywhere()).toEqual({ isOne: true, unread: 2 })
  const counts = agent.received
    .filter(({ event }) => event === 'session:patched' || event === 'session:upsert')
    .map(({ data }) => {
      const { patch, session: whole } = data as Record<string, { unreadCountAgent?: number }>
      return patch?.unreadCountAgent ?? whole?.unreadCountAgent ?? 0
    })
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(0)

  async function everywhere() {
    const page = await owner.get('GET', '/api/sessions?status=active')
    const [row] = await fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) => sql<{ unread: number }>`select unread_count as unread from session_states`,
    )
    const all = [page.unreadTotal, page.sessions[0].unreadCountAgent, row?.unread]
    return { isOne: new Set(all).size === 1, unread: row?.unread }
  }
})
