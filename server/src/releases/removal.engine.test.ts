import type { AnswerState } from '@aichat/contracts/ai/answer-sets'
import { describe, expect, test } from 'vitest'
import { connectAsOwner } from '../../test/fixtures/conversations.ts'
import {
  addKnowledge,
  createFixtures,
  createPublishedProject,
  listMessages,
} from '../../test/fixtures/fixtures.ts'
import { type Person, waitUntil } from '../../test/kit/client.ts'
import { answerQuestion } from '../replies/answer.ts'

const fixtures = createFixtures()

type Project = { id: string; publicKey: string; widgetConfigId: string | null }

/** What a visitor gets; null for a hand-over. */
async function ask(owner: Person, projectId: string, text: string): Promise<string | null> {
  const scope = { companyId: owner.data.company.id, projectId }
  const signal = AbortSignal.timeout(10_000)
  const { app } = fixtures.server
  const reply = await answerQuestion(app, { ...scope, history: [{ from: 'visitor', text }], signal })
  return reply.kind === 'answer' ? reply.text : null
}

const parking = { question: 'Is there parking?', answer: 'Yes, for guests.' }
const question = 'How many days do I have to return an item?'

/** A project in manual mode whose draft was restored to a release without its item and its FAQ, which are both live. */
async function restored() {
  const owner = await fixtures.signUp()
  const project: Project = await createPublishedProject(owner)
  const path = `/api/projects/${project.id}`
  const itemId = await addKnowledge(owner, project.id, 'You may return any item within 30 days of delivery.')
  const { id: faqId } = await owner.get('POST', `${path}/faq`, parking)
  await owner.get('PATCH', `${path}/answers`, { mode: 'manual' })
  await owner.get('POST', `${path}/releases/1/restore`)
  expect(await ask(owner, project.id, question)).toContain('30 days')
  expect(await ask(owner, project.id, parking.question)).toContain(parking.answer)
  return { owner, project, path, itemId, faqId }
}

describe('taking down a live text that the draft does not have', () => {
  test.each(['item', 'faq'] as const)('removes an %s from the live answers at once', async (kind) => {
    const { owner, project, path, itemId, faqId } = await restored()
    const id = kind === 'item' ? itemId : faqId
    const agent = await fixtures.joined(owner, 'Agent')
    const before: AnswerState = await owner.get('GET', `${path}/answers`)
    const after: AnswerState = await agent.get('POST', `${path}/answers/take-down`, { kind, id })
    expect(after).toMatchObject({ changes: before.changes - 1, live: { revision: before.live.revision + 1 } })
    expect(await ask(owner, project.id, kind === 'item' ? question : parking.question)).toBeNull()
    expect((await owner.call('POST', `${path}/answers/take-down`, { kind, id })).status).toBe(404)
    const { events } = await owner.get('GET', '/api/audit?action=answer_taken_down')
    expect(events).toHaveLength(1)
  })

  test('is refused for a text of the draft, of another project or of another company', async () => {
    const { owner, project, path, itemId } = await restored()
    const sibling = await createPublishedProject(owner)
    const other = await fixtures.signUp()
    const foreign = await createPublishedProject(other)
    const body = { kind: 'item', id: itemId }
    for (const [person, projectId] of [
      [owner, sibling.id],
      [other, foreign.id],
      [other, project.id],
    ] as const)
      expect((await person.call('POST', `/api/projects/${projectId}/answers/take-down`, body)).status).toBe(
        404,
      )
    expect((await owner.call('POST', `${path}/answers/take-down`, { kind: 'item', id: 'x' })).status).toBe(
      404,
    )
    await owner.get('PATCH', `${path}/agent/kb/${itemId}`, { isEnabled: true })
    expect((await owner.call('POST', `${path}/answers/take-down`, body)).status).toBe(409)
    expect(await ask(owner, project.id, question)).toContain('30 days')
  })
})

test('another change of an item that a restore has disabled does not take it down', async () => {
  const { owner, project, path, itemId } = await restored()
  await owner.get('PATCH', `${path}/agent/kb/${itemId}`, { questionLanguage: 'en' })
  expect(await ask(owner, project.id, question)).toContain('30 days')
})

/** The tables in which a text occurs. */
async function findTables(text: string): Promise<string[]> {
  const client = await connectAsOwner(fixtures.server.app.settings)
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await client.query(`SELECT FROM ${name} t WHERE t::text ILIKE $1 LIMIT 1`, [
      `%${text}%`,
    ])
    if (rowCount) found.push(name.replace('public.', ''))
  }
  return found.sort()
}

describe('erasing permanently', () => {
  /** Conversations repeat what visitors and the team have read, and the audit log who changed what. */
  const remaining = ['audit_events', 'messages', 'session_states']

  /** Uses the text in a conversation, an answer test, a replay and a later version. */
  async function use(owner: Person, project: Project, asked: string, mustCite: string | null) {
    const path = `/api/projects/${project.id}`
    const line = await (await fixtures.visitor(project.publicKey)).connect()
    const { session } = await line.send('message:send', { text: 'hello', clientId: 'greeting' })
    await owner.get('PATCH', `/api/sessions/${session.sessionId}/auto-reply`, { enabled: true })
    await line.send('message:send', { text: asked, clientId: 'question' })
    await waitUntil(
      () => listMessages(owner, session.sessionId),
      (messages) => messages.some(({ isAi }) => isAi),
    )
    const expectations = { mustContain: [], mustCite, mustHandOver: false }
    await owner.get('POST', `${path}/answer-tests`, { question: asked, ...expectations })
    await owner.get('POST', `${path}/answer-tests/runs`)
    await waitUntil(
      () => owner.get('GET', `${path}/answer-tests`),
      ({ tests }) => tests.every(({ result }: { result: object | null }) => result !== null),
    )
    await owner.get('POST', `${path}/replays`)
    await waitUntil(
      () => owner.get('GET', `${path}/replays/latest`),
      ({ replay }) => replay?.finishedAt != null,
    )
    return session.sessionId as string
  }

  test('an item leaves nothing of its text but in conversations and the audit log', async () => {
    const owner = await fixtures.signUp()
    const project: Project = await createPublishedProject(owner)
    const path = `/api/projects/${project.id}`
    const itemId = await addKnowledge(
      owner,
      project.id,
      '# Zanzibar\n\nThe zanzibar quokka fee is 30 euros a day.\n\n## Deposit\n\nThe zanzibar quokka deposit is 90 euros.',
    )
    await use(owner, project, 'How much is the fee a day?', itemId)
    expect(await findTables('quokka')).toEqual(
      expect.arrayContaining([
        'knowledge_chunks',
        'knowledge_versions',
        'reply_traces',
        'answer_test_results',
      ]),
    )
    expect((await owner.call('DELETE', `${path}/answers/items/${itemId}`)).status).toBe(200)
    expect((await findTables('quokka')).filter((name) => !remaining.includes(name))).toEqual([])
    expect((await findTables('zanzibar')).filter((name) => !remaining.includes(name))).toEqual([])
  })

  test('an FAQ leaves nothing of its text but in conversations and the audit log', async () => {
    const owner = await fixtures.signUp()
    const project: Project = await createPublishedProject(owner)
    const path = `/api/projects/${project.id}`
    const faq = { question: 'Do you rent out axolotls?', answer: 'Yes, an axolotl costs 12 euros.' }
    const { id } = await owner.get('POST', `${path}/faq`, faq)
    await owner.get('POST', `${path}/faq/sync-kb`)
    const sessionId = await use(owner, project, faq.question, null)
    expect(await findTables('axolotl costs')).toEqual(
      expect.arrayContaining(['answer_entries', 'faqs', 'knowledge_items', 'reply_traces']),
    )
    const agent = await fixtures.joined(owner, 'Agent')
    expect((await agent.call('DELETE', `${path}/answers/faqs/${id}`)).status).toBe(403)
    const other = await fixtures.signUp()
    expect((await other.call('DELETE', `${path}/answers/faqs/${id}`)).status).toBe(404)
    const sibling = await createPublishedProject(owner)
    expect((await owner.call('DELETE', `/api/projects/${sibling.id}/answers/faqs/${id}`)).status).toBe(404)
    expect(await ask(owner, project.id, faq.question)).toContain('12 euros')
    expect((await owner.call('DELETE', `${path}/answers/faqs/${id}`)).status).toBe(200)
    expect((await findTables('axolotl costs')).filter((name) => !remaining.includes(name))).toEqual([])
    expect(await ask(owner, project.id, faq.question)).toBeNull()
    const { faqs } = await owner.get('GET', `${path}/faq`)
    expect(faqs).toEqual([])
    const reply = (await listMessages(owner, sessionId)).find(({ isAi }) => isAi)
    const trace = await owner.get('GET', `/api/sessions/${sessionId}/messages/${reply?._id}/why`)
    expect(trace.passages).toMatchObject([{ itemId: expect.any(String), quote: '', title: '' }])
  })
})
