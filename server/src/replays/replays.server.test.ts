import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import type { Replay, ReplayResult } from '@aichat/contracts/ai/replays'
import { describe, expect, test } from 'vitest'
import {
  addKnowledge,
  createFixtures,
  createPublishedProject,
  type Fixtures,
} from '../../test/fixtures/fixtures.ts'
import { type Person, signUp, visit, waitUntil } from '../../test/kit/client.ts'
import { type Answer, type Asked, modelServer } from '../../test/kit/model-server.ts'
import { createRandom } from '../../test/kit/random.ts'
import { serverForThisTest } from '../../test/kit/server.ts'
import { answerQuestion } from '../replies/answer.ts'
import { compareReplies } from './compare-replies.ts'

const fixtures = createFixtures()

type Latest = { replay: Replay | null; results: ReplayResult[] }

describe('a replay', () => {
  /** A project in manual mode, of which visitors have asked two questions, one of them twice. */
  async function shop({ signUp, visitor }: Pick<Fixtures, 'signUp' | 'visitor'> = fixtures) {
    const owner = await signUp()
    const project = await createPublishedProject(owner, { agent: { autoReply: true, rateLimitSeconds: 5 } })
    const itemId = await addKnowledge(
      owner,
      project.id,
      '# Returns\nYou may return any item within 30 days of delivery.',
    )
    await addKnowledge(owner, project.id, '# Parking\nThere are 12 parking spaces behind the shop.')
    const ask = async (text: string) => {
      const line = await (await visitor(project.publicKey)).connect()
      await line.send('message:send', { text, clientId: text })
      await line.next('message:new', ({ message }) => message.from !== 'visitor')
    }
    await ask('How many days do I have to return an item?')
    await ask('How many days do I have to return an item?')
    await ask('How many parking spaces are there?')
    const projectPath = `/api/projects/${project.id}`
    await owner.get('PATCH', `${projectPath}/answers`, { mode: 'manual' })
    return { owner, itemId, path: projectPath }
  }

  function finished(owner: Person, projectPath: string): Promise<Latest> {
    return waitUntil(
      () => owner.get('GET', `${projectPath}/replays/latest`),
      ({ replay }: Latest) => Boolean(replay?.finishedAt),
    )
  }

  test('answers the last questions twice and lists those whose answers change', async () => {
    const { owner, itemId, path: base } = await shop()
    expect(await owner.get('GET', `${base}/replays/latest`)).toEqual({ replay: null, results: [] })
    const content = '# Returns\nYou may return any item within 3 days of delivery.'
    await owner.get('PATCH', `${base}/agent/kb/${itemId}`, { content })
    await waitUntil(
      () => owner.get('GET', `${base}/answers`),
      ({ status }) => status === 'waiting',
    )
    const started: Replay = await owner.get('POST', `${base}/replays`)
    expect(started).toMatchObject({ total: 2, finishedAt: null })
    const { replay, results } = await finished(owner, base)
    expect(replay).toMatchObject({ total: 2, done: 2, isCurrent: true })
    expect(results).toMatchObject([
      {
        question: 'How many days do I have to return an item?',
        asked: 2,
        verdict: 'worse',
        reasons: ['facts'],
        before: { outcome: 'answered', text: expect.stringContaining('30 days') },
        after: { outcome: 'answered', text: expect.stringContaining('3 days') },
      },
    ])
    await owner.get('PATCH', `${base}/agent/kb/${itemId}`, { isEnabled: false })
    expect((await owner.get('GET', `${base}/replays/latest`)).replay.isCurrent).toBe(false)
  })

  const returnsIn = (days: number) => `# Returns\nYou may return any item within ${days} days of delivery.`

  async function change(owner: Person, base: string, itemId: string, days: number): Promise<void> {
    await owner.get('PATCH', `${base}/agent/kb/${itemId}`, { content: returnsIn(days) })
    await waitUntil(
      () => owner.get('GET', `${base}/agent/kb`),
      (items: KnowledgeItem[]) => items.every(({ stage }) => stage === null),
    )
    await waitUntil(
      () => owner.get('GET', `${base}/answers`),
      ({ status }) => status === 'waiting',
    )
  }

  async function compare(owner: Person, base: string): Promise<Replay> {
    const { id } = await owner.get('POST', `${base}/replays`)
    const isDone = ({ replay }: Latest) => replay?.id === id && Boolean(replay?.finishedAt)
    const { replay } = await waitUntil<Latest>(() => owner.get('GET', `${base}/replays/latest`), isDone)
    return replay as Replay
  }

  test('lists answers with the same words from another source', async () => {
    const { owner, itemId, path: base } = await shop()
    await owner.get('PATCH', `${base}/agent/kb/${itemId}`, { title: 'Terms of sale' })
    await compare(owner, base)
    const { results } = await owner.get('GET', `${base}/replays/latest`)
    expect(results).toMatchObject([
      {
        verdict: 'different',
        reasons: ['sources'],
        before: { sources: ['Returns'] },
        after: { sources: ['Terms of sale'] },
      },
    ])
  })

  test('must be reviewed before a publish where the project says so', async () => {
    const { owner, itemId, path: base } = await shop()
    const publish = (body?: object) => owner.call('POST', `${base}/publish`, body)
    expect(await owner.get('PATCH', `${base}/answers`, { requiresReview: true })).toMatchObject({
      mode: 'manual',
      requiresReview: true,
      needsReview: false,
    })
    await change(owner, base, itemId, 14)
    expect(await owner.get('GET', `${base}/answers`)).toMatchObject({ needsReview: true })
    expect(await publish()).toMatchObject({
      status: 409,
      body: {
        code: 'review_required',
        message: 'Review the changed answers first, or publish anyway.',
      },
    })
    const outdated = await compare(owner, base)
    expect(outdated.review).toBeNull()
    expect((await publish()).status).toBe(409)

    await change(owner, base, itemId, 7)
    const refused = await owner.call('PUT', `${base}/replays/${outdated.id}/review`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Your changes are newer than this comparison. Compare again.',
    ])
    const current = await compare(owner, base)
    const path = `${base}/replays/${current.id}/review`
    const agent = await fixtures.joined(owner, 'Agent')
    expect((await agent.call('PUT', path)).status).toBe(403)
    const review = { by: owner.data.user.name }
    expect(await owner.get('PUT', path)).toMatchObject({ id: current.id, review })
    expect(await owner.get('PUT', path)).toMatchObject({ review })
    expect(await owner.get('GET', `${base}/answers`)).toMatchObject({ needsReview: false })
    expect((await publish()).status).toBe(200)
    const { events } = await owner.get('GET', '/api/audit?action=answers_reviewed')
    expect(events).toHaveLength(1)

    await change(owner, base, itemId, 3)
    expect((await publish()).status).toBe(409)
    expect((await publish({ override: { reason: 'It is the law.' } })).status).toBe(200)
    expect(await owner.get('GET', `${base}/answers`)).toMatchObject({ status: 'live', needsReview: false })
    const overridden = await owner.get('GET', '/api/audit?action=answers_overridden')
    expect(overridden.events).toMatchObject([{ subject: { to: 'It is the law.' } }])
  })

  test('makes changes live when it is reviewed in automatic mode, and removals are live at once', async () => {
    const { owner, itemId, path: base } = await shop()
    await owner.get('PATCH', `${base}/answers`, { mode: 'automatic', requiresReview: true })
    await change(owner, base, itemId, 14)
    // A publish succeeds and leaves the answers as they are.
    expect((await owner.call('POST', `${base}/publish`)).status).toBe(200)
    const state = { status: 'waiting', needsReview: true, changes: 1 }
    expect(await owner.get('GET', `${base}/answers`)).toMatchObject(state)
    const { id } = await compare(owner, base)
    await owner.get('PUT', `${base}/replays/${id}/review`)
    const live = { status: 'live', needsReview: false, changes: 0 }
    expect(await owner.get('GET', `${base}/answers`)).toMatchObject(live)

    await owner.get('PATCH', `${base}/agent/kb/${itemId}`, { isEnabled: false })
    expect(await owner.get('GET', `${base}/answers`)).toMatchObject(live)
    await owner.get('POST', `${base}/faq`, { question: 'Is there parking?', answer: 'Yes.' })
    expect(await owner.get('GET', `${base}/answers`)).toMatchObject(state)
    await owner.get('PATCH', `${base}/answers`, { requiresReview: false })
    expect(await owner.get('GET', `${base}/answers`)).toMatchObject(live)
    const { events } = await owner.get('GET', '/api/audit?action=answer_review_setting_changed')
    expect(events).toMatchObject([{ subject: { from: 'on', to: 'off' } }, { subject: { to: 'on' } }])
    expect((await owner.call('PATCH', `${base}/answers`, {})).status).toBe(400)
  })

  test('has the verdict of the model beside that of the rules, where there is one', {
    tags: 'full',
  }, async () => {
    let judge: Answer = { text: '"Worse": it gives less time.' }
    const isJudge = ({ messages }: Asked) =>
      messages[0]?.content.startsWith('You compare two answers') ?? false
    const model = await modelServer((asked) => {
      if (isJudge(asked)) return judge
      const prompt = JSON.stringify(asked.messages)
      const days = ['30', '14', '7'].find((one) => prompt.includes(`within ${one} days`))
      const isAboutReturns = asked.messages.at(-1)?.content.includes('return')
      return { text: isAboutReturns ? `You have ${days} days. [1]` : 'There are 12 parking spaces. [1]' }
    })
    const ai = { baseUrl: model.baseUrl, model: 'test-model', apiKey: null }
    const { url } = await serverForThisTest({ ai })
    const {
      owner,
      itemId,
      path: base,
    } = await shop({
      signUp: () => signUp(url, 'acme'),
      visitor: (publicKey) => visit(url, publicKey),
    })
    await change(owner, base, itemId, 14)
    await compare(owner, base)
    const results = async () => (await owner.get('GET', `${base}/replays/latest`)).results
    expect(await results()).toMatchObject([{ asked: 2, verdict: 'worse', modelVerdict: 'worse' }])
    const [judged, ...others] = model.asked.filter(isJudge)
    expect(others).toEqual([])
    const content = judged?.messages.at(-1)?.content ?? ''
    expect(content).toMatch(/Answer A.*30 days.*Answer B.*14 days/s)

    judge = { status: 400 }
    await change(owner, base, itemId, 7)
    await compare(owner, base)
    expect(await results()).toMatchObject([{ verdict: 'worse', modelVerdict: null }])
  })

  test('belongs to Owners and Admins of its company', async () => {
    const { owner, path: base } = await shop()
    const agent = await fixtures.joined(owner, 'Agent')
    expect((await agent.call('POST', `${base}/replays`)).status).toBe(403)
    expect((await agent.call('GET', `${base}/replays/latest`)).status).toBe(200)
    const stranger = await fixtures.signUp()
    expect((await stranger.call('POST', `${base}/replays`)).status).toBe(404)
    expect((await stranger.call('GET', `${base}/replays/latest`)).status).toBe(404)
  })
})

/** How many edits of each kind are tried; the corpus has 200 harmful and 100 harmless ones. */
const editCount = Number(process.env.REPLAY_EDITS ?? 20)
type Edit = { id: string; kind: string; item: string; find?: string; replace?: string; question: string }
const corpus = path.resolve(import.meta.dirname, '../../test/corpora/mutations')
const read = (name: string) => JSON.parse(readFileSync(path.join(corpus, name), 'utf8'))

test(`finds harmful edits and accepts harmless ones (${editCount} of each kind)`, {
  tags: 'full',
  timeout: 120_000 + editCount * 12_000,
}, async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const base = `/api/projects/${project.id}`
  const items: { id: string; title: string; text: string }[] = read('items.json')
  const ids = new Map<string, string>()
  for (const { id, title, text } of items)
    ids.set(id, await addKnowledge(owner, project.id, `# ${title}\n\n${text}`))
  await owner.get('PATCH', `${base}/answers`, { mode: 'manual' })

  async function store(id: string, text: string): Promise<void> {
    const item = items.find((one) => one.id === id)
    const itemPath = `${base}/agent/kb/${ids.get(id)}`
    await owner.get('PATCH', itemPath, { content: `# ${item?.title}\n\n${text}`, isEnabled: true })
    await waitUntil(
      () => owner.get('GET', `${base}/agent/kb`),
      (all: { stage: string | null }[]) => all.every(({ stage }) => stage === null),
    )
  }

  async function verdictOf({ question }: Edit) {
    const scope = { companyId: owner.data.company.id, projectId: project.id }
    const answer = (isDraft: boolean) => {
      const history = [{ from: 'visitor' as const, text: question }]
      const signal = AbortSignal.timeout(20_000)
      return answerQuestion(fixtures.server.app, { ...scope, isDraft, history, signal })
    }
    return compareReplies(await answer(false), await answer(true))
  }

  async function judge(edits: Edit[]) {
    const random = createRandom(5)
    const sample = edits
      .map((edit) => ({ edit, key: random() }))
      .toSorted((a, b) => a.key - b.key)
      .slice(0, editCount)
    const verdicts: { id: string; verdict: string | null }[] = []
    for (const { edit } of sample) {
      const text = items.find(({ id }) => id === edit.item)?.text ?? ''
      const isDeletion = edit.find === undefined
      // A deleted page is taken down at once, so the draft is compared after its text has gone.
      await store(
        edit.item,
        isDeletion ? 'This page has moved.' : text.replace(edit.find ?? '', () => edit.replace ?? ''),
      )
      verdicts.push({ id: edit.id, verdict: (await verdictOf(edit))?.verdict ?? null })
      await store(edit.item, text)
    }
    return verdicts
  }

  const harmful = await judge(read('mutations.json'))
  const missed = harmful.filter(({ verdict }) => verdict === null).map(({ id }) => id)
  const harmless = await judge(read('harmless.json'))
  const refused = harmless.filter(({ verdict }) => verdict === 'worse').map(({ id }) => id)
  // biome-ignore lint/suspicious/noConsole: the figures of the long run
  console.log(
    `  found ${harmful.length - missed.length} of ${harmful.length}, worse ${refused.length} of ${harmless.length}`,
    missed,
    refused,
  )
  // One edit of a small sample may be among those that the whole corpus allows.
  expect(missed.length).toBeLessThanOrEqual(Math.max(1, harmful.length * 0.05))
  expect(refused.length).toBeLessThanOrEqual(Math.max(1, harmless.length * 0.02))
})
