import { afterAll, describe, expect, test } from 'vitest'
import {
  createFixtures,
  createPrivateFixtures,
  createPublishedProject,
} from '../../test/fixtures/fixtures.ts'
import { createScriptedSite } from '../../test/fixtures/scripted-site.ts'
import { sharedModelServer } from '../../test/kit/model-server.ts'

const page = `<html><head><title>Help</title></head><body><article><h2>How long is delivery?</h2><p>Delivery takes 3 days.</p>
    <h2>About us</h2><p>We make tents.</p><h3><button aria-expanded="false" aria-controls="gift">Can I pay with a gift card?</button></h3>
    <div id="gift" hidden>Yes, in the cart.</div><h2>Do you ship abroad?</h2><p>Yes, to Austria. ${'We pack with care. '.repeat(60)}</p></article></body></html>`

/** A website with one useful page. */
const site = await createScriptedSite({
  '/help': { body: page },
  '/empty': { body: '<p>Nothing here.</p>' },
  '/moved': { status: 302, headers: { location: 'http://[' } },
})
afterAll(site.close)

const model = await sharedModelServer()

const fixtures = createFixtures()

async function shop(count = 0) {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const path = `/api/projects/${project.id}`
  for (let index = 1; index <= count; index++) {
    await owner.get('POST', `${path}/faq`, { question: `Question ${index}?`, answer: `Answer ${index}.` })
  }
  const list = async () =>
    (await owner.get('GET', `${path}/faq`)).faqs as { id: string; order: number; question: string }[]
  return { owner, project, path, list }
}

describe('the FAQ list', () => {
  test('is reordered and numbered from 1 without gaps', async () => {
    const { owner, path, list } = await shop(4)
    const [one, two, three, four] = await list()
    const order = [three, one, four, two].map((faq) => faq?.id)
    const answer = await owner.get('PATCH', `${path}/faq-order`, { order })
    expect(answer.faqs.map((faq: { id: string; order: number }) => [faq.id, faq.order])).toEqual(
      order.map((id, index) => [id, index + 1]),
    )
    await owner.get('DELETE', `${path}/faq/${one?.id}`)
    expect((await list()).map((faq) => [faq.id, faq.order])).toEqual([
      [three?.id, 1],
      [four?.id, 2],
      [two?.id, 3],
    ])
    const added = await owner.get('POST', `${path}/faq`, { question: ' New? ', answer: ' Yes. ' })
    expect(added).toMatchObject({ question: 'New?', answer: 'Yes.', order: 4 })
  })

  test('has an order that goes live without a publish', async () => {
    const { owner, project, path, list } = await shop(2)
    await owner.get('PATCH', `${path}/faq-toggle`, { faqEnabled: true })
    await owner.get('PATCH', `${path}/answers`, { mode: 'manual' })
    const order = (await list()).map(({ id }) => id).toReversed()
    await owner.get('PATCH', `${path}/faq-order`, { order })
    const { faqs } = (await fixtures.call('GET', `/api/public/${project.publicKey}`)).body.data
    expect(faqs).toMatchObject([
      { id: order[0], question: 'Question 2?', answer: 'Answer 2.', order: 1 },
      { id: order[1], question: 'Question 1?', answer: 'Answer 1.', order: 2 },
    ])
    expect(await owner.get('GET', `${path}/answers`)).toMatchObject({ changes: 0, status: 'live' })
    await owner.get('PUT', `${path}/faq/${order[0]}`, { question: 'Question 2?', answer: 'Changed.' })
    expect(await owner.get('GET', `${path}/answers`)).toMatchObject({ changes: 1, status: 'waiting' })
  })

  test('rejects an order that does not list exactly its FAQs', async () => {
    const { owner, path, list } = await shop(2)
    const other = await shop(1)
    const [one, two] = await list()
    const [foreign] = await other.list()
    const wrong = [
      [one?.id],
      [one?.id, one?.id],
      [one?.id, two?.id, foreign?.id],
      [one?.id, foreign?.id],
      [],
      ['x', 'y'],
    ]
    for (const order of wrong) {
      expect((await owner.call('PATCH', `${path}/faq-order`, { order })).status, JSON.stringify(order)).toBe(
        400,
      )
    }
    for (const order of [null, 'x', [7], {}]) {
      expect((await owner.call('PATCH', `${path}/faq-order`, { order })).status).toBe(400)
    }
    expect((await list()).map((faq) => faq.id)).toEqual([one?.id, two?.id])
  })

  test('stays consistent under concurrent changes', async () => {
    const { owner, path, list } = await shop(5)
    const ids = (await list()).map((faq) => faq.id)
    await Promise.all([
      owner.call('PATCH', `${path}/faq-order`, { order: ids.toReversed() }),
      owner.call('POST', `${path}/faq`, { question: 'A?', answer: 'B' }),
      owner.call('POST', `${path}/faq`, { question: 'C?', answer: 'D' }),
      owner.call('DELETE', `${path}/faq/${ids[0]}`),
    ])
    expect((await list()).map((faq) => faq.order)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test.each([
    [{ question: '  ', answer: 'x' }, 'question', 'Enter a question'],
    [{ question: 'x' }, 'answer', 'Enter an answer'],
    [{ question: 'x'.repeat(121), answer: 'x' }, 'question', 'Use at most 120 characters'],
    [{ question: 'x', answer: 'x'.repeat(501) }, 'answer', 'Use at most 500 characters'],
    [{ question: ['x'], answer: 'x' }, 'question', 'Enter a question'],
  ])('returns 400 for invalid input %#', async (form, field, message) => {
    const { owner, path } = await shop()
    const { status, body } = await owner.call('POST', `${path}/faq`, form)
    expect(status).toBe(400)
    expect(body.errors).toContainEqual({ field, message })
  })

  test('accepts a question of 120 and an answer of 500 characters', async () => {
    const { owner, path } = await shop()
    const form = { question: 'x'.repeat(120), answer: 'y'.repeat(500) }
    expect(await owner.get('POST', `${path}/faq`, form)).toMatchObject(form)
  })

  test('is public when it is enabled', async () => {
    const { owner, project, path } = await shop(1)
    const seen = async () => (await fixtures.call('GET', `/api/public/${project.publicKey}`)).body.data
    expect(await seen()).toMatchObject({ faqEnabled: false, faqs: [] })
    expect(await owner.get('PATCH', `${path}/faq-toggle`, { faqEnabled: true })).toEqual({ faqEnabled: true })
    expect(await seen()).toMatchObject({
      faqEnabled: true,
      faqs: [{ question: 'Question 1?', answer: 'Answer 1.', order: 1 }],
    })
    for (const faqEnabled of ['true', 1, null]) {
      expect((await owner.call('PATCH', `${path}/faq-toggle`, { faqEnabled })).status).toBe(400)
    }
  })
})

describe('syncing to the knowledge base', () => {
  test('adds each FAQ once, and updates only changed ones', async () => {
    const { owner, path, list } = await shop(2)
    const sync = async () => (await owner.get('POST', `${path}/faq/sync-kb`)).upserted
    const items = () => owner.get('GET', `${path}/agent/kb`)
    expect(await sync()).toBe(2)
    expect(await sync()).toBe(0)
    expect(await items()).toMatchObject([
      { title: 'Question 2?', status: 'pending', type: 'manual' },
      { title: 'Question 1?' },
    ])
    const [one] = await list()
    await owner.get('PUT', `${path}/faq/${one?.id}`, { question: 'Question 1?', answer: 'Another answer.' })
    expect(await sync()).toBe(1)
    expect(await items()).toHaveLength(2)
  })

  test('ends for a deleted FAQ: its item goes with it, and the AI no longer answers from it', async () => {
    const { owner, path, list } = await shop(2)
    await owner.get('POST', `${path}/faq/sync-kb`)
    const items = () => owner.get('GET', `${path}/agent/kb`)
    for (const item of await items()) await owner.get('PATCH', `${path}/agent/kb/${item.id}/embedded`)
    const [one] = await list()
    await owner.get('DELETE', `${path}/faq/${one?.id}`)
    expect(await items()).toMatchObject([{ title: 'Question 2?', status: 'embedded' }])
    expect((await owner.get('POST', `${path}/faq/sync-kb`)).upserted).toBe(0)
    const { events } = await owner.get('GET', '/api/audit?action=knowledge_deleted')
    expect(events).toMatchObject([{ subject: { kind: 'knowledge', name: 'Question 1?' } }])
  })
})

describe('generating FAQs', () => {
  const reading = createPrivateFixtures({ fetchAllow: [site.host] })
  const withModel = createPrivateFixtures({
    fetchAllow: [site.host],
    ai: { baseUrl: model.baseUrl, model: 'test-model', apiKey: null },
  })

  test('extracts questions from pages, and reports pages without one', async () => {
    const owner = await reading.signUp()
    const { id } = await createPublishedProject(owner)
    const generate = () =>
      owner.get('POST', `/api/projects/${id}/faq/generate`, {
        pages: [`${site.origin}/help`, `${site.origin}/empty`, `${site.origin}/moved`, 'http://10.0.0.1/'],
      })
    const { faqs, skipped } = await generate()
    expect(faqs).toMatchObject([
      { question: 'How long is delivery?', answer: 'Delivery takes 3 days.', order: 1 },
      { question: 'Can I pay with a gift card?', answer: 'Yes, in the cart.', order: 2 },
      { question: 'Do you ship abroad?', order: 3 },
    ])
    expect(faqs[2].answer.length).toBeLessThanOrEqual(500)
    expect(skipped).toEqual([
      { url: `${site.origin}/empty`, reason: 'No questions were found on this page.' },
      { url: `${site.origin}/moved`, reason: 'The page redirects to an address that is not valid.' },
      { url: 'http://10.0.0.1/', reason: 'The address is not on the public web.' },
    ])
    // A second run adds no duplicates.
    expect((await generate()).faqs).toEqual([])
    expect((await owner.get('GET', '/api/audit?action=faqs_generated')).events).toMatchObject([
      { subject: { kind: 'project', id, to: '3' } },
    ])
  })

  test('twice at the same time adds each question once', async () => {
    let answerBoth = () => {}
    const bothAsked = new Promise<void>((resolve) => {
      answerBoth = resolve
    })
    model.use(async (_, count) => {
      if (count === 2) answerBoth()
      await bothAsked
      return { text: '[{"question":"How fast?","answer":"3 days."}]' }
    })
    const owner = await withModel.signUp()
    const { id } = await createPublishedProject(owner)
    const generate = () =>
      owner.get('POST', `/api/projects/${id}/faq/generate`, { pages: [`${site.origin}/help`] })
    await Promise.all([generate(), generate()])
    const { faqs } = await owner.get('GET', `/api/projects/${id}/faq`)
    expect(faqs).toMatchObject([{ question: 'How fast?', order: 1 }])
    expect(faqs).toHaveLength(1)
  })

  test('uses the model, and falls back to the headings when it fails', async () => {
    model.use((_, count) =>
      count === 1
        ? { text: 'Sure: [{"question":"How fast?","answer":"3 days."},{"question":7}]' }
        : { text: 'I cannot' },
    )
    const owner = await withModel.signUp()
    const { id } = await createPublishedProject(owner)
    const generate = async () =>
      (await owner.get('POST', `/api/projects/${id}/faq/generate`, { pages: [`${site.origin}/help`] })).faqs
    expect(await generate()).toMatchObject([{ question: 'How fast?', answer: '3 days.' }])
    expect((await generate()).map((faq: { question: string }) => faq.question)).toEqual([
      'How long is delivery?',
      'Can I pay with a gift card?',
      'Do you ship abroad?',
    ])
  })

  test.each([
    [{ pages: [] }, 'Please add at least one page URL'],
    [{}, 'Please add at least one page URL'],
    [{ pages: ['shop'] }, 'Enter full web addresses, like https://acme.com/help'],
    [{ pages: [7] }, 'Enter full web addresses, like https://acme.com/help'],
  ])('returns 400 for %j', async (body, message) => {
    const { owner, path } = await shop()
    const answer = await owner.call('POST', `${path}/faq/generate`, body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe(message)
  })
})
