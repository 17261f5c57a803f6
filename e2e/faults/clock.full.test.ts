import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Message } from '@aichat/contracts/chat/messages'
import { io } from 'socket.io-client'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { startVisit } from '../../server/src/ops/seed/api-client.ts'
import {
  addKnowledge,
  createPublishedProject,
  listMessages,
  listSessions,
} from '../../server/test/fixtures/fixtures.ts'
import { call, type Person, signUp, sleep, waitUntil } from '../../server/test/kit/client.ts'
import { copyDatabase, type DatabaseCopy } from '../../server/test/kit/database.ts'
import { findFreePort } from '../../server/test/kit/ports.ts'
import { buildServer } from '../../server/test/kit/server-process.ts'
import { createDataDirectory, repeatCount, runUnderLoad, startRestartableProcess } from './under-load.ts'

beforeAll(buildServer, 120_000)

const hour = 3_600_000
const replyIntervalSeconds = 5
const question = 'How many days do I have to return an item?'

/** Starts a process with the production rate limits whose clock can be set. */
async function startWithClock(copy: DatabaseCopy) {
  const file = path.join(createDataDirectory(), 'clock')
  const set = (milliseconds: number) => writeFileSync(file, String(milliseconds))
  set(0)
  const node = startRestartableProcess({
    ...copy,
    port: await findFreePort(),
    environment: {
      LOG_LEVEL: 'fatal',
      LIMIT_SCALE: '1',
      // A separate secret gives this test its own shared rate limits in Redis.
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
      // set-clock.mjs reads the file every 50 ms.
      await sleep(200)
    },
  }
}

async function createAnsweringProject(owner: Person) {
  const project = await createPublishedProject(owner, {
    agent: { autoReply: true, autoReplyRateLimit: replyIntervalSeconds },
  })
  await addKnowledge(owner, project.id, 'You may return any item within 30 days of delivery.')
  return project
}

async function connectVisitor(url: string, visitorToken: string) {
  const socket = io(`${url}/visitor`, { auth: { visitorToken }, transports: ['websocket'], forceNew: true })
  onTestFinished(() => void socket.disconnect())
  const replies: Message[] = []
  socket.on('message:new', ({ message }) => message.from !== 'visitor' && replies.push(message))
  let count = 0
  return {
    send: (text: string) =>
      socket.timeout(10_000).emitWithAck('message:send', { text, clientId: `${text} ${++count} ${url}` }),
    /** Sends the question and waits for the reply, which the rate limit may delay. */
    async waitForAnswer(): Promise<void> {
      const { message } = await this.send(question)
      // A reply to an earlier question may arrive late from the other process.
      await waitUntil(
        async () => replies.at(-1)?.seq ?? 0,
        (seq) => seq > message.seq,
      )
    },
  }
}

async function createVisitor(url: string, publicKey: string): Promise<string> {
  return (await startVisit(url, publicKey)).visitorToken
}

test('a clock that is set an hour forward and back under load keeps messages ordered and delays nothing', async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const node = await startWithClock(copy)
  const owner = await signUp(node.url, 'asked')
  const project = await createAnsweringProject(owner)
  const fastVisitor = await connectVisitor(node.url, await createVisitor(node.url, project.publicKey))

  await runUnderLoad(node.url, { name: 'clock' }, async () => {
    for (let round = 0; round < repeatCount; round++) {
      // A new conversation in each round, because the AI hands over to a person after twenty answers.
      const visitor = await connectVisitor(node.url, await createVisitor(node.url, project.publicKey))
      for (const offset of [hour, 0, -hour, 0]) {
        // A rate limit that was reached before the clock is set resets after its window, not an hour later.
        const answers = await Promise.all(
          Array.from({ length: 30 }, (_, index) => fastVisitor.send(`${index}`)),
        )
        expect(answers.filter(({ code }) => code === 'rate_limited').length).toBeGreaterThan(0)
        await node.set(offset)
        await sleep(2500)
        expect(await fastVisitor.send('after the window')).toMatchObject({ success: true })
        await visitor.waitForAnswer()
      }
    }
  })
  const sessions = await listSessions(owner, `?search=${encodeURIComponent(question)}`)
  expect(sessions.length).toBeGreaterThanOrEqual(repeatCount)
  for (const { sessionId } of sessions) {
    const times = (await listMessages(owner, sessionId)).map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted())
  }

  // The access token expires by the clock, and can be refreshed.
  await node.set(hour)
  expect((await owner.call('GET', '/api/projects')).status).toBe(401)
  const refreshed = await call(node.url, 'POST', '/api/auth/refresh-token', {
    refreshToken: owner.tokens.refreshToken,
  })
  expect(refreshed.status).toBe(200)
  const authorization = `Bearer ${refreshed.body.tokens.accessToken}`
  expect((await call(node.url, 'GET', '/api/projects', undefined, { authorization })).status).toBe(200)
  await node.restart()
}, 600_000)

if ('databaseUrl' in inject('template'))
  describe('two processes whose clocks differ by an hour', () => {
    test('share tokens, presence, rate limits, message order and replies', async () => {
      const copy = await copyDatabase(inject('template'))
      onTestFinished(() => copy.remove())
      const [onTime, ahead] = await Promise.all([startWithClock(copy), startWithClock(copy)])
      await ahead.set(hour)
      const owner = await signUp(onTime.url, 'acme')
      const project = await createAnsweringProject(owner)
      const headers = { authorization: `Bearer ${owner.tokens.accessToken}` }
      // An access token is valid for less than an hour: it is expired at the process that is ahead. A new one is valid at both.
      expect((await call(ahead.url, 'GET', '/api/projects', undefined, headers)).status).toBe(401)
      const { body } = await call(ahead.url, 'POST', '/api/auth/refresh-token', {
        refreshToken: owner.tokens.refreshToken,
      })
      headers.authorization = `Bearer ${body.tokens.accessToken}`
      for (const { url } of [onTime, ahead])
        expect((await call(url, 'GET', '/api/projects', undefined, headers)).status).toBe(200)

      const token = await createVisitor(onTime.url, project.publicKey)
      const [visitorOnTime, visitorAhead] = [
        await connectVisitor(onTime.url, token),
        await connectVisitor(ahead.url, token),
      ]
      for (let round = 0; round < 2; round++) {
        await visitorAhead.waitForAnswer()
        await visitorOnTime.waitForAnswer()
      }
      for (const { url } of [onTime, ahead]) {
        const { body } = await call(url, 'GET', '/api/sessions', undefined, headers)
        expect(body.data.sessions).toMatchObject([{ online: true }])
        const { sessionId } = body.data.sessions[0]
        const path = `/api/sessions/${sessionId}/messages?limit=500`
        const { messages } = (await call(url, 'GET', path, undefined, headers)).body.data as {
          messages: Message[]
        }
        const times = messages.map(({ createdAt }) => createdAt)
        expect(times).toEqual(times.toSorted())
        expect(messages.map(({ isAi }) => isAi)).toEqual(messages.map((_, index) => index % 2 === 1))
      }

      // Both share one rate limit with the intended duration.
      const wrong = { email: owner.data.user.email, password: 'not the right one' }
      const statuses: number[] = []
      for (let attempt = 0; attempt < 12; attempt++) {
        const { url } = attempt % 2 ? onTime : ahead
        statuses.push((await call(url, 'POST', '/api/auth/login', wrong)).status)
      }
      expect(statuses.slice(0, 9)).not.toContain(429)
      expect(statuses.slice(10)).toEqual([429, 429])
    }, 120_000)
  })
