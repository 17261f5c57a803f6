import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Message } from '@aichat/contracts/sessions'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { call, eventually, type Person, pause, publishedProject, signUp } from './cast.ts'
import { createChatter } from './chatter.ts'
import { type Copy, copyOf } from './database.ts'
import { check, type History } from './history.ts'
import { buildServer, freePort, type Place, startProcess } from './server-process.ts'

const kills = Number(process.env.CRASH_KILLS || 50)
const seed = Number(process.env.CRASH_SEED || Math.floor(Math.random() * 1e9))
const random = seeded(seed)
const isEmbedded = 'dataDir' in inject('template')

beforeAll(buildServer, 120_000)

test(`no acknowledged message is lost, doubled or moved by ${kills} kills (CRASH_SEED=${seed})`, async () => {
  const copy = await copyOf(inject('template'))
  onTestFinished(() => copy.remove())
  const place = { ...copy, port: await freePort() }
  const url = `http://127.0.0.1:${place.port}`
  const history: History = { sends: [], shown: [] }

  let server = startProcess(place)
  await server.ready
  const companies = [await talkingCompany(url, 'acme', history), await talkingCompany(url, 'rival', history)]
  const chatters = companies.flatMap((company) => company.chatters)
  onTestFinished(() => {
    for (const chatter of chatters) chatter.leave()
  })
  for (const chatter of chatters) chatter.start()

  for (let count = 0; count < kills; count++) {
    // Now and then it is killed again while it starts.
    const isEarly = random() < 0.15
    if (!isEarly) await server.ready
    await pause(isEarly ? random() * 1000 : 200 + random() * 600)
    await server.kill('SIGKILL')
    server = startProcess(place)
  }
  await server.ready
  await Promise.all(chatters.map((chatter) => chatter.finish(30_000)))

  const stored = new Map<string, Message[]>()
  for (const { owner, sessionIds } of companies) {
    for (const sessionId of sessionIds) stored.set(sessionId, await readAll(owner, sessionId))
  }
  const acked = history.sends.filter((send) => send.acks.length > 0).length
  const problems = [...chatters.flatMap((chatter) => chatter.refusals), ...check(history, stored)]
  process.stdout.write(
    `  seed ${seed}: ${acked} acknowledged, ${history.shown.length} shown, ${kills} kills\n`,
  )
  if (problems.length > 0) keep(history, stored)
  expect(problems.slice(0, 20)).toEqual([])
  expect(acked).toBe(history.sends.length)
  expect(acked).toBeGreaterThan(kills * 20)
  await server.kill('SIGTERM')
}, 400_000)

/** A company whose owner writes in two tabs to six visitors who all write too. */
async function talkingCompany(url: string, name: string, history: History) {
  const owner = await signUp(url, name)
  const { publicKey } = await publishedProject(owner)
  const sessionIds: string[] = []
  const visitors = []
  for (let index = 0; index < 6; index++) {
    const { body } = await call(url, 'POST', `/api/public/${publicKey}/visitors`, {})
    const visitor = createChatter({
      name: `${name}-visitor-${index}`,
      url: `${url}/visitor`,
      auth: { visitorToken: body.data.visitorToken },
      history,
      random: seeded(seed + index + 1),
    })
    sessionIds.push(await visitor.open())
    visitors.push(visitor)
  }
  const tabs = [0, 1].map((index) =>
    createChatter({
      name: `${name}-tab-${index}`,
      url: `${url}/`,
      auth: { token: owner.tokens.accessToken },
      sessionIds,
      history,
      random: seeded(seed + index + 100),
    }),
  )
  return { owner, sessionIds, chatters: [...visitors, ...tabs] }
}

async function readAll(owner: Person, sessionId: string): Promise<Message[]> {
  const all: Message[] = []
  for (;;) {
    const after = all.at(-1)?.seq ?? 0
    const page = await owner.get('GET', `/api/sessions/${sessionId}/messages?limit=500&after=${after}`)
    all.push(...page.messages)
    if (!page.hasMore) return all
  }
}

/** What a failed run did, to be looked at. */
function keep(history: History, stored: Map<string, Message[]>): void {
  const directory = path.resolve(import.meta.dirname, '../../test-results')
  mkdirSync(directory, { recursive: true })
  writeFileSync(path.join(directory, `crash-${seed}.json`), JSON.stringify({ history, stored: [...stored] }))
}

// PostgreSQL has no directory of ours.
if (isEmbedded)
  describe('the data directory', () => {
    let copy: Copy
    let place: Place
    beforeAll(async () => {
      copy = await copyOf(inject('template'))
      place = { ...copy, port: await freePort() }
    })
    afterAll(() => copy.remove())
    const lock = () => path.join(place.dataDir, 'server.lock')

    test('of a running server is refused to a second one, in plain words', async () => {
      const first = startProcess(place)
      onTestFinished(() => first.kill('SIGKILL'))
      await first.ready
      const url = `http://127.0.0.1:${place.port}`
      const owner = await signUp(url, 'acme')

      const { code, errors } = await startProcess({ ...place, port: await freePort() }).ended
      expect(code).toBe(1)
      expect(errors).toBe(
        `The data directory ${place.dataDir} is in use by process ${first.pid}. ` +
          'Stop that process, or set DATA_DIR to another directory.\n',
      )
      const created = await owner.get('POST', '/api/projects', { name: 'Still here' })
      expect(await owner.get('GET', '/api/projects')).toMatchObject([{ id: created.id }])
      await first.kill('SIGTERM')
      expect(() => readFileSync(lock())).toThrow('ENOENT')
    }, 60_000)

    test.each([
      ['of a process that is gone', () => '4194999 12345'],
      ['whose number now belongs to another process', () => `${process.pid} 1`],
      ['that was never finished', () => ''],
    ])(
      'is taken over from a lock %s',
      async (_, content) => {
        writeFileSync(lock(), content())
        const server = startProcess(place)
        onTestFinished(() => server.kill('SIGKILL'))
        await server.ready
        expect(readFileSync(lock(), 'utf8')).toMatch(new RegExp(`^${server.pid} `))
      },
      60_000,
    )

    test(`opens after a kill at any moment of its first start (CRASH_SEED=${seed})`, async () => {
      const directory = mkdtempSync(path.join(tmpdir(), 'aichat-first-'))
      onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
      const port = await freePort()
      const whole = await lifeOf({ port, databaseUrl: null, dataDir: path.join(directory, 'whole') }, null)
      for (let attempt = 0; attempt < 5; attempt++) {
        const half = { port, databaseUrl: null, dataDir: path.join(directory, `half-${attempt}`) }
        await lifeOf(half, ((attempt + random()) / 5) * whole)
        await lifeOf(half, null)
      }
    }, 200_000)
  })

/** Starts a server and kills it: after so many milliseconds, or (null) once it works. Answers how long it lived. */
async function lifeOf(place: Place, milliseconds: number | null): Promise<number> {
  const begun = performance.now()
  const server = startProcess(place)
  if (milliseconds === null) {
    await server.ready
    await eventually(
      () => call(`http://127.0.0.1:${place.port}`, 'GET', '/api/templates'),
      ({ status }) => status < 500,
    )
  } else {
    await pause(milliseconds)
  }
  const lived = performance.now() - begun
  if (milliseconds === null) await signUp(`http://127.0.0.1:${place.port}`, 'first')
  await server.kill('SIGKILL')
  return lived
}

describe('the checker', () => {
  const sessionId = 's1'
  const message = (seq: number, clientId: string): Message => ({
    _id: `id-${clientId}`,
    clientId,
    sessionId,
    seq,
    from: 'visitor',
    type: 'text',
    text: clientId,
    createdAt: `2026-01-01T00:00:0${seq}.000Z`,
    isAi: false,
    agent: null,
    attachments: [],
    meta: {},
  })
  const send = (clientId: string, seq: number | null) => ({
    sender: 'ann',
    sessionId,
    clientId,
    text: clientId,
    acks: seq === null ? [] : [{ id: `id-${clientId}`, seq }],
  })
  const shown = (clientId: string, seq: number) => ({ observer: 'bob', sessionId, id: `id-${clientId}`, seq })
  const verdict = (sends: History['sends'], messages: Message[], seen: History['shown'] = []) =>
    check({ sends, shown: seen }, new Map([[sessionId, messages]])).map((problem) => problem.split(':')[0])

  test('finds nothing wrong with a true history, whether or not an unanswered send was stored', () => {
    const sends = [send('a', 1), send('b', 2), send('c', null)]
    expect(verdict(sends, [message(1, 'a'), message(2, 'b')], [shown('a', 1)])).toEqual([])
    expect(verdict(sends, [message(1, 'a'), message(2, 'b'), message(3, 'c')])).toEqual([])
  })

  test('reports a lost, a doubled, a moved, a missing and a stranger’s message', () => {
    expect(verdict([send('a', 1), send('b', 2)], [message(1, 'a')])).toEqual(['lost'])
    expect(verdict([send('a', 1)], [message(1, 'a'), { ...message(2, 'a'), _id: 'id-a2' }])).toContain(
      'doubled',
    )
    expect(verdict([send('a', 2), send('b', 1)], [message(1, 'b'), message(2, 'a')])).toEqual(['order'])
    expect(verdict([send('a', 1), send('b', 3)], [message(1, 'a'), message(3, 'b')])).toEqual(['gap'])
    expect(verdict([send('a', 1)], [message(1, 'a'), message(2, 'x')])).toEqual(['foreign'])
    expect(verdict([send('a', 1)], [{ ...message(1, 'a'), text: 'b' }])).toEqual(['changed'])
  })

  test('reports what was shown with another place than it has, or never was stored', () => {
    const sends = [send('a', 1)]
    expect(verdict(sends, [message(1, 'a')], [shown('a', 1), shown('a', 2)])).toEqual(['shown'])
    expect(verdict(sends, [message(1, 'a')], [shown('b', 2)])).toEqual(['shown'])
  })
})

/** The same numbers for the same seed (mulberry32). */
function seeded(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
