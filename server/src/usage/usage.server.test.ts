import { afterAll, describe, expect, test } from 'vitest'
import {
  addKnowledge,
  askQuestion,
  createPrivateFixtures,
  createPublishedProject,
  isReply,
} from '../../test/fixtures/fixtures.ts'
import { addShop, shopKnowledge, shopQuestion } from '../../test/fixtures/model-shop.ts'
import { signUp, waitUntil } from '../../test/kit/client.ts'
import { modelServer, sharedModelServer } from '../../test/kit/model-server.ts'
import { serverForThisTest } from '../../test/kit/server.ts'

const path = '/api/ai-model'

const model = await sharedModelServer()
const offered = await modelServer(() => ({ text: 'You have 30 days for it. [1]' }), undefined, afterAll)
const fixtures = createPrivateFixtures({ fetchAllow: [new URL(model.baseUrl).host] })
const own = { source: 'company', provider: 'openai', baseUrl: model.baseUrl, model: 'small' }

describe('usage', () => {
  test('counts answers by outcome and tokens, by project', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner, { agent: { autoReply: true } })
    await addKnowledge(owner, project.id, shopKnowledge)
    model.use(({ messages }) =>
      messages.at(-1)?.content.includes('Say ok')
        ? { text: 'Ok.' }
        : messages.at(-1)?.content.includes('chess')
          ? { text: 'NO_ANSWER', usage: { input: 500, output: 1 } }
          : { text: 'You have 30 days for it. [1]', usage: { input: 1000, output: 10 } },
    )
    await owner.get('PUT', path, { ...own, prices: { input: 2, output: 10 } })
    const visitor = await (await fixtures.visitor(project.publicKey)).connect()
    await askQuestion(visitor, shopQuestion)
    await visitor.next('message:new', isReply)
    await askQuestion(visitor, 'Who won the chess championship?')
    await visitor.next('message:new', ({ message }) => message.meta.kind === 'handover')
    const usage = await waitUntil(
      () => owner.get('GET', '/api/usage'),
      ({ projects }) => projects[0].handovers === 1,
    )
    const expected = { answers: 1, suggestions: 0, handovers: 1, inputTokens: 1500, outputTokens: 11 }
    expect(usage.projects).toEqual([
      { projectId: project.id, name: project.name, ...expected, estimatedCost: expect.closeTo(0.00311, 9) },
    ])
    expect(usage.days).toEqual([expect.objectContaining({ day: usage.to, source: 'company', ...expected })])
    expect(usage.limits).toEqual({ answersPerDay: null, tokensPerMonth: null, state: 'ok' })
  })

  test('of a deleted project stays, and other companies see nothing of it', async () => {
    const owner = await fixtures.signUp()
    const { id, ask } = await addShop(owner)
    model.use(() => ({ text: 'You have 30 days for it. [1]' }))
    await owner.get('PUT', path, own)
    await ask()
    await owner.get('DELETE', `/api/projects/${id}`)
    const { projects } = await owner.get('GET', '/api/usage')
    expect(projects).toMatchObject([{ projectId: id, name: null }])
    expect(projects[0].inputTokens).toBeGreaterThan(0)
    expect((await (await fixtures.signUp()).get('GET', '/api/usage')).projects).toEqual([])
  })

  test.each([
    ['from=2026-02-01&to=2026-01-01', 400],
    ['from=2020-01-01&to=2026-01-01', 400],
    ['from=yesterday', 400],
    ['from=2026-02-30', 400],
    ['from=2026-01-01T00:00:00.000Z&to=2026-01-31', 200],
    ['to=2026-01-15', 200],
  ])('GET /api/usage?%s answers %i', async (query, status) => {
    const owner = await fixtures.signUp()
    const answer = await owner.call('GET', `/api/usage?${query}`)
    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.body.data).toMatchObject({ from: '2026-01-01', projects: [] })
  })

  test('of the installation’s model ends at the quota, after which the built-in AI answers', async () => {
    let now = Date.now()
    const { url } = await serverForThisTest(
      {
        ai: { baseUrl: offered.baseUrl, model: 'offered', apiKey: null },
        quotas: { answersPerDay: null, tokensPerMonth: 300 },
      },
      { clock: { now: () => now } },
    )
    const owner = await signUp(url, 'acme')
    const { ask } = await addShop(owner)
    const models = new Set<string>()
    const states = new Set<string>()
    for (let count = 0; count < 5; count++) {
      models.add((await ask()).meta.model ?? '')
      states.add((await owner.get('GET', '/api/usage')).limits.state)
      now += 6000
    }
    expect([...models]).toEqual(['offered', 'built-in'])
    expect([...states].at(-1)).toBe('reached')
    expect((await owner.get('GET', '/api/usage')).limits.tokensPerMonth.max).toBe(300)
    expect(await owner.get('GET', path)).toMatchObject({ source: 'installation', quotaState: 'reached' })
    const before = offered.asked.length
    expect(await owner.get('POST', `${path}/test`, { source: 'installation' })).toMatchObject({
      ok: false,
      error: 'The limit of the included model is reached.',
    })
    expect(offered.asked).toHaveLength(before)
  })
})
