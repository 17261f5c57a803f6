import type { AnswerState } from '@aichat/contracts/ai/answer-sets'
import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import { describe, expect, test } from 'vitest'
import { addKnowledge, createFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'
import { type Person, waitUntil } from '../../test/kit/client.ts'
import { answerQuestion } from '../replies/answer.ts'

const fixtures = createFixtures()
const question = 'How many days do I have to return an item?'
const textOf = (days: number) => `# Returns\nYou may return any item within ${days} days of delivery.`

type Project = { id: string; publicKey: string; widgetConfigId: string | null }
type Shop = Awaited<ReturnType<typeof shop>>

/** A published project with one item that answers the question, and with answer tests if asked for. */
async function shop({ mustContain = null as string | null } = {}) {
  const owner = await fixtures.signUp()
  const project: Project = await createPublishedProject(owner)
  const itemId = await addKnowledge(owner, project.id, textOf(30))
  const at = { owner, project, itemId, path: `/api/projects/${project.id}` }
  if (mustContain) await addTest(at, mustContain)
  return at
}

function addTest({ owner, path }: Pick<Shop, 'owner' | 'path'>, phrase: string): Promise<{ id: string }> {
  const form = { question, mustContain: [phrase], mustCite: null, mustHandOver: false }
  return owner.get('POST', `${path}/answer-tests`, form)
}

async function edit({ owner, path, itemId }: Shop, content: string): Promise<void> {
  await owner.get('PATCH', `${path}/agent/kb/${itemId}`, { content })
  await waitUntil(
    () => owner.get('GET', `${path}/agent/kb`),
    (items: KnowledgeItem[]) => items.every(({ stage }) => stage === null),
  )
}

const stateOf = ({ owner, path }: Shop): Promise<AnswerState> => owner.get('GET', `${path}/answers`)

function untilState(at: Shop, isRight: (state: AnswerState) => boolean): Promise<AnswerState> {
  return waitUntil(() => stateOf(at), isRight)
}

/** What a visitor gets; null for a hand-over. */
async function ask({ owner, project }: Pick<Shop, 'owner' | 'project'>, text = question) {
  const scope = { companyId: owner.data.company.id, projectId: project.id }
  const signal = AbortSignal.timeout(10_000)
  const { app } = fixtures.server
  const reply = await answerQuestion(app, { ...scope, history: [{ from: 'visitor', text }], signal })
  return reply.kind === 'answer' ? reply.text : null
}

const hasChanges = async ({ owner, path }: Shop) => (await owner.get('GET', path)).hasUnpublishedChanges
const publish = ({ owner, path }: Shop, body?: object) => owner.call('POST', `${path}/publish`, body)

describe('in automatic mode without tests', () => {
  test('a change is live once it is embedded, and counts as a new revision of the release', async () => {
    const at = await shop()
    expect(await ask(at)).toContain('30 days')
    const before = await stateOf(at)
    await edit(at, textOf(3))
    expect(await ask(at)).toContain('3 days')
    expect(await hasChanges(at)).toBe(false)
    const after = await stateOf(at)
    expect(after).toMatchObject({ mode: 'automatic', status: 'live', changes: 0, failing: [] })
    expect(after.live).toEqual({ number: 1, revision: before.live.revision + 1 })
  })

  test('FAQs and the profile are live at once as well', async () => {
    const at = await shop()
    const { id } = await at.owner.get('POST', `${at.path}/faq`, {
      question: 'Is there parking?',
      answer: 'Yes.',
    })
    expect(await ask(at, 'Is there parking?')).toContain('Yes.')
    await at.owner.get('PUT', `${at.path}/faq/${id}`, {
      question: 'Is there parking?',
      answer: 'For guests.',
    })
    expect(await ask(at, 'Is there parking?')).toContain('For guests.')
    expect(await hasChanges(at)).toBe(false)
  })
})

test('an item of another project is no answer, even when its title is the question', async () => {
  const { owner, project } = await shop()
  const sibling = await createPublishedProject(owner)
  await addKnowledge(owner, sibling.id, '# Parking\nThere are 12 parking spaces.')
  expect(await ask({ owner, project: sibling }, 'Parking')).toContain('12')
  expect(await ask({ owner, project }, 'Parking')).toBeNull()
})

describe('in automatic mode with tests', () => {
  test('a change whose tests pass is live within seconds', async () => {
    const at = await shop({ mustContain: 'days' })
    await edit(at, textOf(14))
    await untilState(at, ({ status, changes }) => status === 'live' && changes === 0)
    expect(await ask(at)).toContain('14 days')
  })

  test('a change that breaks a test is held, and an override with a reason publishes it', async () => {
    const at = await shop({ mustContain: '30 days' })
    await edit(at, textOf(3))
    const held = await untilState(at, ({ status }) => status === 'held')
    expect(held).toMatchObject({ changes: 1, failing: [{ question }] })
    expect(held.failing[0]?.answer).toContain('3 days')
    expect(held.failing[0]?.liveAnswer).toContain('30 days')
    expect(await ask(at)).toContain('30 days')
    expect(await hasChanges(at)).toBe(true)

    // An empty publish succeeds and leaves the answers held.
    expect((await publish(at)).status).toBe(200)
    expect(await ask(at)).toContain('30 days')
    expect((await publish(at, { override: { reason: '  ' } })).status).toBe(400)
    const agent = await fixtures.joined(at.owner, 'Agent')
    const override = { override: { reason: 'The law has changed.' } }
    expect((await agent.call('POST', `${at.path}/publish`, override)).status).toBe(403)
    expect((await publish(at, override)).status).toBe(200)
    expect(await ask(at)).toContain('3 days')
    expect(await hasChanges(at)).toBe(false)
    const { events } = await at.owner.get('GET', '/api/audit?action=answers_overridden')
    expect(events).toMatchObject([{ subject: { field: 'reason', to: 'The law has changed.' } }])
  })

  test('a held change goes live when the test is updated or deleted', async () => {
    const at = await shop({ mustContain: '30 days' })
    const { tests } = await at.owner.get('GET', `${at.path}/answer-tests`)
    await edit(at, textOf(3))
    await untilState(at, ({ status }) => status === 'held')
    await at.owner.get('DELETE', `${at.path}/answer-tests/${tests[0].id}`)
    await untilState(at, ({ status }) => status === 'live')
    expect(await ask(at)).toContain('3 days')
  })

  test('taking down is never held', async () => {
    const at = await shop({ mustContain: '30 days' })
    await at.owner.get('PATCH', `${at.path}/agent/kb/${at.itemId}`, { isEnabled: false })
    expect(await ask(at)).toBeNull()
    await at.owner.get('PATCH', `${at.path}/agent/kb/${at.itemId}`, { isEnabled: true })
    await untilState(at, ({ status }) => status === 'live')
    expect(await ask(at)).toContain('30 days')
    await at.owner.get('DELETE', `${at.path}/agent/kb/${at.itemId}`)
    expect(await ask(at)).toBeNull()
  })
})

describe('in manual mode', () => {
  test('changes wait until they are published', async () => {
    const at = await shop()
    await at.owner.get('PATCH', `${at.path}/answers`, { mode: 'manual' })
    await edit(at, textOf(3))
    expect(await stateOf(at)).toMatchObject({ mode: 'manual', status: 'waiting', changes: 1 })
    expect(await ask(at)).toContain('30 days')
    expect(await hasChanges(at)).toBe(true)
    const difference = await at.owner.get('GET', `${at.path}/releases/draft/difference`)
    expect(difference).toMatchObject({
      design: [],
      totalAnswers: 1,
      answers: [{ kind: 'item', id: at.itemId }],
    })
    expect(difference.answers[0].before).toContain('30 days')
    expect(difference.answers[0].after).toContain('3 days')
    expect((await publish(at)).status).toBe(200)
    expect(await ask(at)).toContain('3 days')
    expect((await stateOf(at)).live.number).toBe(2)
    expect(await hasChanges(at)).toBe(false)
  })

  test('the widget shows a new FAQ once it is published', async () => {
    const at = await shop()
    await at.owner.get('PATCH', `${at.path}/faq-toggle`, { faqEnabled: true })
    await at.owner.get('PATCH', `${at.path}/answers`, { mode: 'manual' })
    await at.owner.get('POST', `${at.path}/faq`, { question: 'Is there parking?', answer: 'Yes.' })
    const shown = async () =>
      (await fixtures.call('GET', `/api/public/${at.project.publicKey}`)).body.data.faqs
    expect(await shown()).toEqual([])
    await publish(at)
    expect(await shown()).toMatchObject([{ question: 'Is there parking?' }])
  })

  test('a change far into a long text is shown with what surrounds it', async () => {
    const at = await shop()
    await at.owner.get('PATCH', `${at.path}/answers`, { mode: 'manual' })
    const long = (fee: number) => `${'A sentence of the handbook. '.repeat(400)}The fee is ${fee} euros.`
    await edit(at, long(12))
    await publish(at)
    await edit(at, long(15))
    const { answers } = await at.owner.get('GET', `${at.path}/releases/draft/difference`)
    expect(answers).toMatchObject([
      {
        before: expect.stringMatching(/^….*The fee is 12 euros\.$/s),
        after: expect.stringMatching(/15 euros\.$/),
      },
    ])
    expect(answers[0].before.length).toBeLessThan(4002)
  })

  test('a failing test refuses the publish, with its id', async () => {
    const at = await shop()
    const { id } = await addTest(at, '30 days')
    await at.owner.get('PATCH', `${at.path}/answers`, { mode: 'manual' })
    await edit(at, textOf(3))
    const { status, body } = await publish(at)
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'tests_failed', failing: [id] })
    expect(await ask(at)).toContain('30 days')
    expect((await publish(at, { override: { reason: 'It is right.' } })).status).toBe(200)
    expect(await ask(at)).toContain('3 days')
  })

  test('a first publish is never held', async () => {
    const owner = await fixtures.signUp()
    const project = await owner.get('POST', '/api/projects', { name: 'Shop' })
    const path = `/api/projects/${project.id}`
    await owner.get('PATCH', `${path}/answers`, { mode: 'manual' })
    await addTest({ owner, path }, 'never')
    await addKnowledge(owner, project.id, textOf(30))
    await owner.get('PATCH', `/api/widget/${project.widgetConfigId}`, { template: { key: 'minimal' } })
    expect((await owner.call('POST', `${path}/publish`)).status).toBe(200)
    expect(await ask({ owner, project })).toContain('30 days')
  })

  test('switching back to automatic makes waiting changes live', async () => {
    const at = await shop()
    await at.owner.get('PATCH', `${at.path}/answers`, { mode: 'manual' })
    await edit(at, textOf(3))
    await at.owner.get('PATCH', `${at.path}/answers`, { mode: 'automatic' })
    expect(await ask(at)).toContain('3 days')
  })
})

describe('restoring a release', () => {
  async function released() {
    const at = await shop()
    await at.owner.get('PATCH', `/api/widget/${at.project.widgetConfigId}`, { brand: { chatName: 'Second' } })
    await publish(at)
    await edit(at, textOf(3))
    expect(await ask(at)).toContain('3 days')
    return at
  }
  const restore = ({ owner, path }: Shop, body?: object) =>
    owner.call('POST', `${path}/releases/2/restore`, body)

  test('brings its answers back with the next publish', async () => {
    const at = await released()
    const added = await addKnowledge(at.owner, at.project.id, '# Parking\nThere are 12 parking spaces.')
    const difference = await at.owner.get('GET', `${at.path}/releases/2/difference`)
    expect(difference.answers.map(({ id }: { id: string }) => id).sort()).toEqual([at.itemId, added].sort())
    expect((await restore(at)).status).toBe(200)
    expect(await ask(at)).toContain('3 days')
    expect(await hasChanges(at)).toBe(true)
    expect((await stateOf(at)).status).toBe('waiting')
    await publish(at)
    expect(await ask(at)).toContain('30 days')
    expect(await ask(at, 'How many parking spaces are there?')).toBeNull()
    expect(await hasChanges(at)).toBe(false)
    const items: KnowledgeItem[] = await at.owner.get('GET', `${at.path}/agent/kb`)
    expect(items.find(({ id }) => id === at.itemId)?.rawText).toBe(textOf(30))
  })

  test.each([false, true])('a deleted item comes back only when chosen (%s)', async (isChosen) => {
    const at = await released()
    await at.owner.get('DELETE', `${at.path}/agent/kb/${at.itemId}`)
    expect((await restore(at, isChosen ? { removed: [at.itemId] } : undefined)).status).toBe(200)
    await publish(at)
    const answer = await ask(at)
    if (isChosen) expect(answer).toContain('30 days')
    else expect(answer).toBeNull()
  })
})

describe('the text of an item in a release', () => {
  const textIn = ({ owner, path, itemId }: Shop, number: number, revision: number) =>
    owner.call('GET', `${path}/releases/${number}/items/${itemId}?revision=${revision}`)

  test('stays after an edit and a deletion, until it is erased', async () => {
    const at = await shop()
    const { live } = await stateOf(at)
    await edit(at, textOf(3))
    expect((await textIn(at, 1, live.revision)).body.data.text).toContain('30 days')
    expect((await textIn(at, 1, live.revision + 1)).body.data.text).toContain('3 days')
    await at.owner.get('DELETE', `${at.path}/agent/kb/${at.itemId}`)
    expect((await textIn(at, 1, live.revision)).body.data.text).toContain('30 days')
    const agent = await fixtures.joined(at.owner, 'Agent')
    const erase = (person: Person) => person.call('DELETE', `${at.path}/answers/items/${at.itemId}`)
    expect((await erase(agent)).status).toBe(403)
    expect((await erase(at.owner)).status).toBe(200)
    expect((await textIn(at, 1, live.revision)).body.data).toEqual({ title: '', url: null, text: null })
    const rows = await fixtures.server.app.db.company(
      at.owner.data.company.id,
      (sql) => sql`select 1 from knowledge_versions where item_id = ${at.itemId}
        union all select 1 from knowledge_chunks where item_id = ${at.itemId}`,
    )
    expect(rows).toEqual([])
  })

  test('belongs to its company and project', async () => {
    const at = await shop()
    const stranger = await fixtures.signUp()
    const sibling = await createPublishedProject(at.owner)
    for (const [person, projectId] of [
      [stranger, at.project.id],
      [at.owner, sibling.id],
    ] as const) {
      const path = `/api/projects/${projectId}`
      expect((await person.call('GET', `${path}/releases/1/items/${at.itemId}`)).status).toBe(404)
      expect((await person.call('DELETE', `${path}/answers/items/${at.itemId}`)).status).toBe(404)
    }
    expect(await ask(at)).toContain('30 days')
  })
})
