import { expect, test } from 'vitest'
import {
  addKnowledge,
  createFixtures,
  createPublishedProject,
  listMessages,
} from '../../test/fixtures/fixtures.ts'
import { createQuestions } from '../../test/fixtures/questions.ts'
import { type Person, waitUntil } from '../../test/kit/client.ts'
import type { Db, Sql } from '../kit/db/db.ts'
import { answerQuestion } from './answer.ts'

const fixtures = createFixtures()
const knowledge = `# Returns
You may return any item within 30 days of delivery. Returns are free of charge.

# Shipping
We ship to Germany, Austria and Switzerland. Delivery takes 3 to 5 working days and costs 4.90 euros.`

async function shop(): Promise<{ owner: Person; projectId: string; publicKey: string }> {
  const owner = await fixtures.signUp()
  const auto = { agent: { autoReply: true, autoReplyRateLimit: 5 } }
  const { id, publicKey } = await createPublishedProject(owner, auto)
  await addKnowledge(owner, id, knowledge)
  return { owner, projectId: id, publicKey }
}

type Work = { texts: number; characters: number }

/** The database, with a count of the texts that are sent to it. */
function countWork(db: Db, work: Work): Db {
  const count = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) count(one)
    if (typeof value !== 'string') return
    work.texts++
    work.characters += value.length
  }
  const counted = (tag: Sql | Sql['prepared']) =>
    ((text: TemplateStringsArray, ...values: unknown[]) => {
      count(values)
      return tag(text, ...values)
    }) as Sql['prepared']
  const counting = (sql: Sql): Sql =>
    Object.assign(counted(sql), { prepared: counted(sql.prepared), andCommit: counted(sql.andCommit) })
  return {
    ...db,
    company: (companyId, run) => db.company(companyId, (sql) => run(counting(sql))),
    snapshot: (companyId, run) => db.snapshot(companyId, (sql) => run(counting(sql))),
  }
}

test('no question makes more than a bounded amount of work', async () => {
  const { owner, projectId } = await shop()
  const { app } = fixtures.server
  const scope = { companyId: owner.data.company.id, projectId }
  const twoLongWords = `${'qv'.repeat(995)} ${'vq'.repeat(995)}`
  for (const text of [twoLongWords, ...createQuestions(7, 150)]) {
    const work: Work = { texts: 0, characters: 0 }
    const history = Array.from({ length: 19 }, () => ({ from: 'visitor' as const, text }))
    const counting = { ...app, db: countWork(app.db, work) }
    await answerQuestion(counting, { ...scope, history, signal: new AbortController().signal })
    expect(work.texts, 'the searches are counted').toBeGreaterThan(0)
    expect(work.texts, JSON.stringify(text.slice(0, 200))).toBeLessThan(4000)
    expect(work.characters, JSON.stringify(text.slice(0, 200))).toBeLessThan(80_000)
  }
})

test('messages of long words are answered while other visitors are served', async () => {
  const { owner, publicKey } = await shop()
  const line = await (await fixtures.visitor(publicKey)).connect()
  const question = 'How many days do I have to return an item?'
  const { session } = await line.send('message:send', { text: question, clientId: 'q' })
  await line.next('message:new', ({ message }) => message.isAi)
  for (let index = 0; index < 19; index++) {
    const text = `${String.fromCharCode(97 + index).repeat(1990)} ${'qvz'.repeat(663)}`
    expect(await line.send('message:send', { text, clientId: `long-${index}` })).toMatchObject({
      success: true,
    })
  }
  const other = await (await fixtures.visitor(publicKey)).connect()
  await other.send('message:send', { text: question, clientId: 'q' })
  await other.next('message:new', ({ message }) => message.isAi)
  const messages = await waitUntil(
    () => listMessages(owner, session.sessionId),
    (all) => all.length > 21,
  )
  expect(messages.at(-1)).toMatchObject({ from: 'system', meta: { kind: 'handover', reason: 'no_answer' } })
})
