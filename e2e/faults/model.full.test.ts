import type { Message } from '@aichat/contracts/chat/messages'
import { io, type Socket } from 'socket.io-client'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { startVisit } from '../../server/src/ops/seed/api-client.ts'
import {
  addKnowledge,
  createPublishedProject,
  listMessages,
  listSessions,
} from '../../server/test/fixtures/fixtures.ts'
import { type Person, person, signUp, sleep, waitUntil } from '../../server/test/kit/client.ts'
import { copyDatabase } from '../../server/test/kit/database.ts'
import { sharedTest } from '../../server/test/kit/engine.ts'
import { type Answer, modelServer } from '../../server/test/kit/model-server.ts'
import { findFreePort } from '../../server/test/kit/ports.ts'
import { buildServer } from '../../server/test/kit/server-process.ts'
import { repeatCount, runUnderLoad, startRestartableProcess } from './under-load.ts'

beforeAll(buildServer, 120_000)

const knowledge = `# Returns
You may return any item within 30 days of delivery. Returns are free of charge.`
const question = 'How many days do I have to return an item?'
const replyText = 'You have 30 days to return it.'
/** An incomplete sentence, which must never become a message. */
const incompleteText = 'You have 30 days to ret'

/** The failures of a model server. */
const failures: Record<string, Answer> = {
  'is busy': { status: 429, headers: { 'retry-after': '1' }, raw: '{}' },
  fails: { status: 500, raw: '{}' },
  'returns an empty text': { text: '' },
  'returns invalid JSON': { raw: '<html>Bad gateway</html>' },
  disconnects: { pieces: ['You have 30 days', ' to ret', 'urn it.'], cutAfter: 400 },
  'ends in the middle': { pieces: [incompleteText], isUnfinished: true },
  'hangs in the middle': { pieces: [incompleteText], hangs: true },
  'never responds': { afterMs: 60_000, text: replyText },
  'is slow': { pieces: ['You have 30 days ', 'to return ', 'it. [1]'], pieceIntervalMs: 400 },
}
const failureNames = Object.keys(failures)
/** Questions that are asked while the circuit is open. */
const openCircuitQuestionCount = 3

test('conversations continue and each visitor gets one answer while the model fails in every way', async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const model = await modelServer(({ messages }) => ({
    // All requests arrive before the first one fails, because repeated failures open the circuit.
    afterMs: 1500,
    ...(failures[failureOf(messages.at(-1)?.content ?? '')] as Answer),
  }))
  const node = startRestartableProcess({
    ...copy,
    port: await findFreePort(),
    environment: { LOG_LEVEL: 'fatal', AI_BASE_URL: model.baseUrl, AI_MODEL: 'test-model' },
  })
  await node.ready()
  const owner = await signUp(node.url, 'asked')
  const project = await createPublishedProject(owner, { agent: { autoReply: true, autoReplyRateLimit: 5 } })
  await addKnowledge(owner, project.id, knowledge)
  const ask = (failure: string) => askQuestion(node.url, project.publicKey, `${question} It ${failure}.`)

  const waits: Record<string, number[]> = {}
  await runUnderLoad(node.url, { name: 'model' }, async () => {
    for (let round = 0; round < repeatCount; round++) {
      // The circuit is closed in a new process.
      if (round > 0) await node.restart()
      const before = model.asked.length
      const visitors = await Promise.all(failureNames.map(ask))
      await Promise.all(
        visitors.map(async ({ waitForAnswer }, index) => {
          const failure = failureNames[index] as string
          waits[failure] = [...(waits[failure] ?? []), await waitForAnswer(35_000)]
        }),
      )
      const asked = model.asked.slice(before).map(({ messages }) => failureOf(messages.at(-1)?.content ?? ''))
      expect(new Set(asked)).toEqual(new Set(failureNames))
      expect(asked.length).toBeLessThan(failureNames.length + 10)
      const late = await Promise.all(Array.from({ length: openCircuitQuestionCount }, () => ask('fails')))
      for (const { waitForAnswer } of late) await waitForAnswer(10_000)
      expect(model.asked.length - before).toBe(asked.length)
    }
  })
  await expectOneReplyEach(owner, repeatCount * (failureNames.length + openCircuitQuestionCount))
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
    const createOptions = async () => ({ ...copy, port: await findFreePort(), environment })
    const first = startRestartableProcess(await createOptions())
    await first.ready()
    const owner = await signUp(first.url, 'asked')
    const project = await createPublishedProject(owner, { agent: { autoReply: true, autoReplyRateLimit: 5 } })
    await addKnowledge(owner, project.id, knowledge)
    for (let visitor = 0; visitor < 5; visitor++) await askQuestion(first.url, project.publicKey, question)
    await waitUntil(
      async () => model.asked.length,
      (count) => count === 5,
    )
    await first.stop()
    isBusy = false
    const both = [
      startRestartableProcess(await createOptions()),
      startRestartableProcess(await createOptions()),
    ]
    await Promise.all(both.map((node) => node.ready()))
    const ownerAtPeer = { ...owner, ...person(both[0]?.url as string, owner) }
    await waitUntil(
      async () =>
        (await listSessions(ownerAtPeer)).filter(({ lastMessage }) => lastMessage === replyText).length,
      (count) => count === 5,
    )
    await sleep(6000)
    expect(model.asked).toHaveLength(10)
  },
  120_000,
)

function failureOf(text: string): string {
  return / It (.+)\.$/.exec(text)?.[1] ?? ''
}

/** Asserts one complete reply to each question: the model's answer, a quote of the knowledge, or a hand-over. */
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

/** Connects a visitor, who asks one question and receives messages and deltas. */
async function askQuestion(url: string, publicKey: string, text: string) {
  const { visitorToken } = await startVisit(url, publicKey)
  const socket: Socket = io(`${url}/visitor`, {
    auth: { visitorToken },
    transports: ['websocket'],
    forceNew: true,
  })
  onTestFinished(() => void socket.disconnect())
  const replies: Message[] = []
  let partialText = ''
  socket.on('message:new', ({ message }) => message.from !== 'visitor' && replies.push(message))
  socket.on('message:delta', ({ text }) => {
    partialText = text
  })
  const sync = async (): Promise<Message[]> => {
    const { messages } = await socket.timeout(10_000).emitWithAck('sync', { lastSeq: 1 })
    return messages
  }
  const startedAt = Date.now()
  const answer = await socket.timeout(10_000).emitWithAck('message:send', { text, clientId: 'q' })
  expect(answer).toMatchObject({ success: true })
  return {
    /** Waits for the reply and returns its time in milliseconds. */
    async waitForAnswer(withinMs: number): Promise<number> {
      while (replies.length === 0) {
        if (Date.now() - startedAt > withinMs) throw new Error(`No answer within ${withinMs} ms: ${text}`)
        await sleep(500)
        // Events can be lost, so the visitor synchronizes like the widget.
        if (replies.length === 0) replies.push(...(await sync()))
      }
      // The partial text was discarded, or is a prefix of the message.
      expect(replies[0]?.text.startsWith(partialText)).toBe(true)
      socket.disconnect()
      return Date.now() - startedAt
    },
  }
}
