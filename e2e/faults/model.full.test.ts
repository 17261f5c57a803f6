import type { Message } from '@aichat/contracts/messages'
import { io, type Socket } from 'socket.io-client'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { copyDatabase } from '../../server/test/database.ts'
import { sharedTest } from '../../server/test/engine.ts'
import {
  addKnowledge,
  call,
  createPublishedProject,
  listMessages,
  listSessions,
  type Person,
  person,
  signUp,
  sleep,
  waitUntil,
} from '../../server/test/fixtures.ts'
import { type Answer, modelServer } from '../../server/test/model-server.ts'
import { findFreePort } from '../../server/test/ports.ts'
import { buildServer } from '../../server/test/server-process.ts'
import { keptProcess, times, underLoad } from './under-load.ts'

beforeAll(buildServer, 120_000)

const knowledge = `# Returns
You may return any item within 30 days of delivery. Returns are free of charge.`
const question = 'How many days do I have to return an item?'
const replyText = 'You have 30 days to return it.'
/** An incomplete sentence, which must never become a message. */
const half = 'You have 30 days to ret'

/** Every way in which a model server fails, and what it does when it does not. */
const failures: Record<string, Answer> = {
  'is busy': { status: 429, headers: { 'retry-after': '1' }, raw: '{}' },
  fails: { status: 500, raw: '{}' },
  'returns an empty text': { text: '' },
  'returns invalid JSON': { raw: '<html>Bad gateway</html>' },
  'breaks off': { pieces: ['You have 30 days', ' to ret', 'urn it.'], cutAfter: 400 },
  'ends in the middle': { pieces: [half], isUnfinished: true },
  'hangs in the middle': { pieces: [half], hangs: true },
  'never responds': { afterMs: 60_000, text: replyText },
  'is slow': { pieces: ['You have 30 days ', 'to return ', 'it. [1]'], everyMs: 400 },
}
const ways = Object.keys(failures)
const whileLeftAlone = 3

test('conversations continue and each visitor gets one answer while the model fails in every way', async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const model = await modelServer(({ messages }) => ({
    // All have been asked before the first has failed: one that has failed often is left alone.
    afterMs: 1500,
    ...(failures[wayOf(messages.at(-1)?.content ?? '')] as Answer),
  }))
  const node = keptProcess({
    ...copy,
    port: await findFreePort(),
    environment: { LOG_LEVEL: 'fatal', AI_BASE_URL: model.baseUrl, AI_MODEL: 'test-model' },
  })
  await node.ready()
  const owner = await signUp(node.url, 'asked')
  const project = await createPublishedProject(owner, { agent: { autoReply: true, autoReplyRateLimit: 5 } })
  await addKnowledge(owner, project.id, knowledge)
  const ask = (way: string) => asks(node.url, project.publicKey, `${question} It ${way}.`)

  const waits: Record<string, number[]> = {}
  await underLoad(node.url, { name: 'model' }, async () => {
    for (let round = 0; round < times; round++) {
      // The circuit is closed in a new process.
      if (round > 0) await node.restart()
      const before = model.asked.length
      const visitors = await Promise.all(ways.map(ask))
      await Promise.all(
        visitors.map(async ({ answered }, index) => {
          const way = ways[index] as string
          waits[way] = [...(waits[way] ?? []), await answered(35_000)]
        }),
      )
      const asked = model.asked.slice(before).map(({ messages }) => wayOf(messages.at(-1)?.content ?? ''))
      expect(new Set(asked)).toEqual(new Set(ways))
      expect(asked.length).toBeLessThan(ways.length + 10)
      const late = await Promise.all(Array.from({ length: whileLeftAlone }, () => ask('fails')))
      for (const { answered } of late) await answered(10_000)
      expect(model.asked.length - before).toBe(asked.length)
    }
  })
  await expectOneReplyEach(owner, times * (ways.length + whileLeftAlone))
  process.stdout.write(`  answered after ms: ${JSON.stringify(waits)}\n`)
  await node.restart()
}, 600_000)

sharedTest(
  'two processes that start together request a pending reply from the model once',
  async () => {
    const copy = await copyDatabase(inject('template'))
    onTestFinished(() => copy.remove())
    let isBusy = true
    const model = await modelServer(() =>
      isBusy ? { afterMs: 60_000 } : { text: `${replyText} [1]`, afterMs: 1000 },
    )
    const environment = { LOG_LEVEL: 'fatal', AI_BASE_URL: model.baseUrl, AI_MODEL: 'test-model' }
    const place = async () => ({ ...copy, port: await findFreePort(), environment })
    const first = keptProcess(await place())
    await first.ready()
    const owner = await signUp(first.url, 'asked')
    const project = await createPublishedProject(owner, { agent: { autoReply: true, autoReplyRateLimit: 5 } })
    await addKnowledge(owner, project.id, knowledge)
    for (let visitor = 0; visitor < 5; visitor++) await asks(first.url, project.publicKey, question)
    await waitUntil(
      async () => model.asked.length,
      (count) => count === 5,
    )
    await first.stop()
    isBusy = false
    const both = [keptProcess(await place()), keptProcess(await place())]
    await Promise.all(both.map((node) => node.ready()))
    const there = { ...owner, ...person(both[0]?.url as string, owner) }
    await waitUntil(
      async () => (await listSessions(there)).filter(({ lastMessage }) => lastMessage === replyText).length,
      (count) => count === 5,
    )
    await sleep(6000)
    expect(model.asked).toHaveLength(10)
  },
  120_000,
)

function wayOf(text: string): string {
  return / It (.+)\.$/.exec(text)?.[1] ?? ''
}

/** One reply to each visitor's turn, whole: the model's, the company's own words, or that a person comes. */
async function expectOneReplyEach(owner: Person, count: number): Promise<void> {
  const sessions = await listSessions(owner, '?limit=1000')
  expect(sessions.length).toBe(count)
  for (const { sessionId } of sessions) {
    const [asked, reply, ...more] = await listMessages(owner, sessionId)
    expect(asked).toMatchObject({ from: 'visitor', text: expect.stringContaining(question) })
    expect(more).toEqual([])
    expect(reply?.text).toMatch(/\b30 days (to return it|of delivery)\..*$|^I can't answer that right now/)
  }
}

/** A visitor who asks one question and receives messages and deltas. */
async function asks(url: string, publicKey: string, text: string) {
  const { body } = await call(url, 'POST', `/api/public/${publicKey}/visitors`, {})
  const socket: Socket = io(`${url}/visitor`, {
    auth: { visitorToken: body.data.visitorToken },
    transports: ['websocket'],
    forceNew: true,
  })
  onTestFinished(() => void socket.disconnect())
  const replies: Message[] = []
  let halfWritten = ''
  socket.on('message:new', ({ message }) => message.from !== 'visitor' && replies.push(message))
  socket.on('message:delta', ({ text }) => {
    halfWritten = text
  })
  const missed = async (): Promise<Message[]> => {
    const { messages } = await socket.timeout(10_000).emitWithAck('sync', { lastSeq: 1 })
    return messages
  }
  const begun = Date.now()
  const answer = await socket.timeout(10_000).emitWithAck('message:send', { text, clientId: 'q' })
  expect(answer).toMatchObject({ success: true })
  return {
    /** Answers after how many milliseconds that was. */
    async answered(withinMs: number): Promise<number> {
      while (replies.length === 0) {
        if (Date.now() - begun > withinMs) throw new Error(`No answer within ${withinMs} ms: ${text}`)
        await sleep(500)
        // Events may be lost, so it synchronizes like the widget.
        if (replies.length === 0) replies.push(...(await missed()))
      }
      // Partial text was discarded, or is a prefix of the message.
      expect(replies[0]?.text.startsWith(halfWritten)).toBe(true)
      socket.disconnect()
      return Date.now() - begun
    },
  }
}
