import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Message } from '@aichat/contracts/sessions'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { call, type Person, pause, publishedProject, signUp } from './cast.ts'
import { createChatter } from './chatter.ts'
import { copyOf } from './database.ts'
import { check, type History } from './history.ts'
import { seeded } from './seeded.ts'
import { buildServer, freePort, startProcess } from './server-process.ts'

// The embedded database takes seconds to open.
const kills = Number(process.env.CRASH_KILLS || ('dataDir' in inject('template') ? 10 : 15))
const seed = Number(process.env.CRASH_SEED || Math.floor(Math.random() * 1e9))
const random = seeded(seed)

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
