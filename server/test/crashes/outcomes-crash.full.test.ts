import type { Message } from '@aichat/contracts/chat/messages'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { addKnowledge, createPublishedProject, listMessages } from '../fixtures/fixtures.ts'
import { signUp, sleep, visit, waitUntil } from '../kit/client.ts'
import { copyDatabase } from '../kit/database.ts'
import { modelServer } from '../kit/model-server.ts'
import { findFreePort } from '../kit/ports.ts'
import { buildServer, startProcess } from '../kit/server-process.ts'

const knowledge = '# Returns\nYou may return any item within 30 days of delivery. Returns are free of charge.'
const question = 'How many days do I have to return an item?'
/** A claim of a killed process ends after 8 s. */
const claimMs = 8000

/** `npm run test:full` also kills the process that takes over. */
const kills = process.env.CRASH_KILLS ? 2 : 1

beforeAll(buildServer, 120_000)

test('each message that was pending when the process was killed gets exactly one outcome', async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  let hangs = false
  const model = await modelServer(() =>
    hangs ? { pieces: ['You have 30'], hangs: true } : { text: 'You have 30 days. [1]' },
  )
  const environment = { AI_BASE_URL: model.baseUrl, AI_MODEL: 'test-model', LOG_LEVEL: 'fatal' }
  const options = { ...copy, port: await findFreePort(), environment }
  let server = startProcess(options)
  onTestFinished(() => server.kill('SIGKILL'))
  await server.ready
  const url = `http://127.0.0.1:${options.port}`
  const owner = await signUp(url, 'acme')
  const project = await createPublishedProject(owner, { agent: { autoReply: true, autoReplyRateLimit: 5 } })
  await addKnowledge(owner, project.id, knowledge)

  const open = async () => (await visit(url, project.publicKey)).connect()
  const [claimed, limited, sent] = [await open(), await open(), await open()]
  const ask = async (visitor: typeof claimed, text: string, clientId: string): Promise<Message> =>
    (await visitor.send('message:send', { text, clientId })).message
  await ask(limited, question, 'before')
  await limited.next('message:new', ({ message }) => message.from !== 'visitor')
  hangs = true
  const asked = model.asked.length
  // The question is claimed and the model streams its answer.
  const pending = [await ask(claimed, question, 'claimed')]
  await waitUntil(
    async () => model.asked.length,
    (count) => count > asked,
  )
  // One question waits for the rate limit, one was stored immediately before the kill.
  pending.push(await ask(limited, question, 'limited'), await ask(sent, question, 'sent'))
  await server.kill('SIGKILL')

  // The processes that take over are killed while the model streams.
  for (let count = 1; count < kills; count++) {
    server = startProcess(options)
    await server.ready
    const before = model.asked.length
    await sleep(claimMs)
    await waitUntil(
      async () => model.asked.length,
      (all) => all > before,
    )
    await server.kill('SIGKILL')
  }
  hangs = false
  server = startProcess(options)
  await server.ready

  const outcomesOf = async ({ sessionId, seq }: Message) =>
    (await listMessages(owner, sessionId)).filter((message) => message.seq > seq)
  await sleep(claimMs / 2)
  for (const message of pending) {
    const outcomes = await waitUntil(
      () => outcomesOf(message),
      (all) => all.length > 0,
    )
    expect(outcomes).toMatchObject([{ isAi: true, text: 'You have 30 days.' }])
  }
  // The periodic check runs every 3 s and does not answer a second time.
  await sleep(4000)
  for (const message of pending) expect(await outcomesOf(message)).toHaveLength(1)
  await server.kill('SIGTERM')
})
