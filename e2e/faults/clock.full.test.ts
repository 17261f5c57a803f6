import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Message } from '@aichat/contracts/messages'
import { io } from 'socket.io-client'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { copyDatabase, type DatabaseCopy } from '../../server/test/database.ts'
import {
  addKnowledge,
  call,
  createPublishedProject,
  listMessages,
  listSessions,
  type Person,
  signUp,
  sleep,
  waitUntil,
} from '../../server/test/fixtures.ts'
import { findFreePort } from '../../server/test/ports.ts'
import { buildServer } from '../../server/test/server-process.ts'
import { dataDirectory, keptProcess, times, underLoad } from './under-load.ts'

beforeAll(buildServer, 120_000)

const hour = 3_600_000
const replyEverySeconds = 5
const question = 'How many days do I have to return an item?'

/** A process whose clock can be set, with the limits of an installation. */
async function processWithClock(copy: DatabaseCopy) {
  const file = path.join(dataDirectory(), 'clock')
  const set = (milliseconds: number) => writeFileSync(file, String(milliseconds))
  set(0)
  const node = keptProcess({
    ...copy,
    port: await findFreePort(),
    environment: {
      LOG_LEVEL: 'fatal',
      LIMIT_SCALE: '1',
      // Budgets are counted under it where they are shared.
      APP_SECRET: `the clocks of ${copy.dataDir}`.padEnd(32, '.'),
      CLOCK_FILE: file,
      NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'set-clock.mjs')}`,
    },
  })
  await node.ready()
  return {
    ...node,
    async set(milliseconds: number): Promise<void> {
      set(milliseconds)
      // It looks that often.
      await sleep(200)
    },
  }
}

async function answeringProject(owner: Person) {
  const project = await createPublishedProject(owner, {
    agent: { autoReply: true, autoReplyRateLimit: replyEverySeconds },
  })
  await addKnowledge(owner, project.id, 'You may return any item within 30 days of delivery.')
  return project
}

async function visitorAt(url: string, visitorToken: string) {
  const socket = io(`${url}/visitor`, { auth: { visitorToken }, transports: ['websocket'], forceNew: true })
  onTestFinished(() => void socket.disconnect())
  const replies: Message[] = []
  socket.on('message:new', ({ message }) => message.from !== 'visitor' && replies.push(message))
  let count = 0
  return {
    send: (text: string) =>
      socket.timeout(10_000).emitWithAck('message:send', { text, clientId: `${text} ${++count} ${url}` }),
    /** Asks, and is answered as soon as the limit lets the AI speak. */
    async isAnswered(): Promise<void> {
      const { message } = await this.send(question)
      // A reply to an earlier question may arrive late from the other process.
      await waitUntil(
        async () => replies.at(-1)?.seq ?? 0,
        (seq) => seq > message.seq,
      )
    },
  }
}

async function newVisitor(url: string, publicKey: string): Promise<string> {
  return (await call(url, 'POST', `/api/public/${publicKey}/visitors`, {})).body.data.visitorToken
}

test('a clock that is set an hour forward and back under load keeps messages ordered and delays nothing', async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const node = await processWithClock(copy)
  const owner = await signUp(node.url, 'asked')
  const project = await answeringProject(owner)
  const flood = await visitorAt(node.url, await newVisitor(node.url, project.publicKey))

  await underLoad(node.url, { name: 'clock' }, async () => {
    for (let round = 0; round < times; round++) {
      // In one conversation the AI would hand over to a person after twenty answers.
      const visitor = await visitorAt(node.url, await newVisitor(node.url, project.publicKey))
      for (const offset of [hour, 0, -hour, 0]) {
        // Who has spent a limit when the clock is set gets it back when its time has passed, and not an hour later.
        const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => flood.send(`${index}`)))
        expect(answers.filter(({ code }) => code === 'rate_limited').length).toBeGreaterThan(0)
        await node.set(offset)
        await sleep(2500)
        expect(await flood.send('again')).toMatchObject({ success: true })
        await visitor.isAnswered()
      }
    }
  })
  const sessions = await listSessions(owner, `?search=${encodeURIComponent(question)}`)
  expect(sessions.length).toBeGreaterThanOrEqual(times)
  for (const { sessionId } of sessions) {
    const when = (await listMessages(owner, sessionId)).map(({ createdAt }) => createdAt)
    expect(when).toEqual(when.toSorted())
  }

  // A token ends by the clock, and the way to a new one stays open.
  await node.set(hour)
  expect((await owner.call('GET', '/api/projects')).status).toBe(401)
  const again = await call(node.url, 'POST', '/api/auth/refresh-token', {
    refreshToken: owner.tokens.refreshToken,
  })
  expect(again.status).toBe(200)
  const authorization = `Bearer ${again.body.tokens.accessToken}`
  expect((await call(node.url, 'GET', '/api/projects', undefined, { authorization })).status).toBe(200)
  await node.restart()
}, 600_000)

if ('databaseUrl' in inject('template'))
  describe('two processes whose clocks differ by an hour', () => {
    test('share tokens, presence, rate limits, message order and replies', async () => {
      const copy = await copyDatabase(inject('template'))
      onTestFinished(() => copy.remove())
      const [early, late] = await Promise.all([processWithClock(copy), processWithClock(copy)])
      await late.set(hour)
      const owner = await signUp(early.url, 'acme')
      const project = await answeringProject(owner)
      const headers = { authorization: `Bearer ${owner.tokens.accessToken}` }
      // A token is valid for less than an hour: it is expired at the process that is ahead, and a new one is valid at both.
      expect((await call(late.url, 'GET', '/api/projects', undefined, headers)).status).toBe(401)
      const { body } = await call(late.url, 'POST', '/api/auth/refresh-token', {
        refreshToken: owner.tokens.refreshToken,
      })
      headers.authorization = `Bearer ${body.tokens.accessToken}`
      for (const { url } of [early, late])
        expect((await call(url, 'GET', '/api/projects', undefined, headers)).status).toBe(200)

      const token = await newVisitor(early.url, project.publicKey)
      const [here, there] = [await visitorAt(early.url, token), await visitorAt(late.url, token)]
      for (let turn = 0; turn < 2; turn++) {
        await there.isAnswered()
        await here.isAnswered()
      }
      for (const { url } of [early, late]) {
        const { body } = await call(url, 'GET', '/api/sessions', undefined, headers)
        expect(body.data.sessions).toMatchObject([{ online: true }])
        const { sessionId } = body.data.sessions[0]
        const path = `/api/sessions/${sessionId}/messages?limit=500`
        const { messages } = (await call(url, 'GET', path, undefined, headers)).body.data as {
          messages: Message[]
        }
        const when = messages.map(({ createdAt }) => createdAt)
        expect(when).toEqual(when.toSorted())
        expect(messages.map(({ isAi }) => isAi)).toEqual(messages.map((_, index) => index % 2 === 1))
      }

      // Both share one rate limit with the intended duration.
      const wrong = { email: owner.data.user.email, password: 'not the right one' }
      const statuses: number[] = []
      for (let attempt = 0; attempt < 12; attempt++) {
        const { url } = attempt % 2 ? early : late
        statuses.push((await call(url, 'POST', '/api/auth/login', wrong)).status)
      }
      expect(statuses.slice(0, 9)).not.toContain(429)
      expect(statuses.slice(10)).toEqual([429, 429])
    }, 120_000)
  })
