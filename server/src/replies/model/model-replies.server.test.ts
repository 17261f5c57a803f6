import { weekdays } from '@aichat/contracts/company/hours'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { addKnowledge } from '../../../test/fixtures/fixtures.ts'
import {
  openModelShop,
  shopQuestion as question,
  shopKnowledge,
  type Turn,
} from '../../../test/fixtures/model-shop.ts'
import { signUp } from '../../../test/kit/client.ts'
import type { Answer } from '../../../test/kit/model-server.ts'

const maxShortTokens = 1000

let shop: Awaited<ReturnType<typeof openModelShop>>
beforeAll(async () => {
  shop = await openModelShop(afterAll)
})

test('every way to write an answer and its citations is read', async () => {
  const { ask } = shop
  const fence = '```'
  const cases: [name: string, answer: Answer, text: string][] = [
    ['[1]', { text: 'You have 30 days. [1] Returns are free [1].' }, 'You have 30 days. Returns are free.'],
    [
      '[1][1]',
      { text: 'You have 30 days [1][1]. Returns are free.[1]' },
      'You have 30 days. Returns are free.',
    ],
    [
      '【1】',
      { pieces: ['You have 30 days【', '1】. Returns are free. 【1†', 'L3】'] },
      'You have 30 days. Returns are free.',
    ],
    [
      '[^1]',
      { text: 'You have 30 days.[^1] Returns are free.[^1]\n\n[^1]: Returns' },
      'You have 30 days. Returns are free.',
    ],
    [
      '(passage 1)',
      { pieces: ['You have 30 days. (', 'passage 1) Returns are free (Passages 1 and 1).'] },
      'You have 30 days. Returns are free.',
    ],
    [
      '[1-3]',
      { text: 'You have 30 days [1-3]. Returns are free [1–2].' },
      'You have 30 days. Returns are free.',
    ],
    ['[source: 1]', { text: 'You have 30 days [source: 1].' }, 'You have 30 days.'],
    ['(source: 1)', { text: 'You have 30 days (source: 1).' }, 'You have 30 days.'],
    ['[passage 1]', { text: 'You have 30 days [passage 1].' }, 'You have 30 days.'],
    [
      'think tags',
      { pieces: ['<thi', 'nk>The visitor asks about 30 days. [1]</th', 'ink>You have', ' 30 days. [1]'] },
      'You have 30 days.',
    ],
    [
      'the end of a thought only',
      { text: 'They ask about 30 days. [1]\n</think>\nYou have 30 days. [1]' },
      'You have 30 days.',
    ],
    [
      'the end of a thought that considers a refusal and invents a figure',
      { text: 'If not, I write NO_ANSWER.\nIs it 99 days?\n</think>\nYou have 30 days. [1]' },
      'You have 30 days.',
    ],
    [
      'NO_ANSWER after a supported sentence',
      { text: 'You have 30 days. [1]\nNO_ANSWER' },
      'You have 30 days.',
    ],
    [
      'reasoning_content',
      { reasoning: ['It is 30 days. [1] '], pieces: ['You have 30 days. [1]'] },
      'You have 30 days.',
    ],
    [
      'a torn sentence',
      { text: 'You have 30 days. [1] Returns are fr', finish: 'length' },
      'You have 30 days.',
    ],
    [
      'a whole sentence at the maximum length',
      { text: 'You have 30 days. [1]', finish: 'length' },
      'You have 30 days.',
    ],
    [
      'JSON in a code fence after an answer',
      { text: `You have 30 days. [1]\n${fence}json\n{"days": 30}\n${fence}` },
      'You have 30 days.',
    ],
  ]
  for (const [name, answer, text] of cases) {
    const { message, trace } = await ask(question, answer)
    expect
      .soft(message, name)
      .toMatchObject({ from: 'agent', text, meta: { sources: [{ title: 'Returns' }] } })
    expect.soft(trace.decision?.rule, name).toBe('model_answered')
    expect.soft(trace.removed, name).toEqual([])
  }
  for (const text of [
    `${fence}json\n{"answer": "You have 30 days. [1]"}\n${fence}`,
    '{"answer":\n"You have 30 days. [1]"}',
  ]) {
    const { message, trace } = await ask(question, { text })
    expect.soft(message.meta.kind, text).toBe('handover')
    expect.soft(trace.decision?.rule).toBe('model_unsupported')
  }
})

describe('the model', () => {
  test('is asked without passages too, and may ask back', async () => {
    const { ask, askProject, asked, lastPrompt, owner } = shop
    const empty = await owner.get('POST', '/api/projects', { name: 'Empty' })
    await askProject(empty.id, [{ from: 'visitor', text: 'Zeppelin?' }], { text: 'NO_ANSWER' })
    expect(lastPrompt()[0]?.content).toContain('There are no passages on this question.')
    const before = asked.length
    const { message, trace } = await ask('Zeppelin?', {
      text: 'Do you mean the airship, or the name of a tea?',
    })
    expect(asked).toHaveLength(before + 1)
    // Of a few texts, the model reads all.
    expect(lastPrompt()[0]?.content).toContain('within 30 days of delivery')
    expect(message).toMatchObject({ from: 'agent', text: 'Do you mean the airship, or the name of a tea?' })
    expect(trace.decision?.rule).toBe('model_asked_back')
    const declined = await ask('Zeppelin?', { text: 'The texts say nothing on it. NO_ANSWER' })
    expect(declined.trace).toMatchObject({
      outcome: 'no_answer',
      decision: { rule: 'model_declined', missingWords: ['zeppelin'] },
    })
    const company = await ask('Since when do you exist?', {
      text: 'Acme has roasted tea in Bristol since 1911.',
    })
    expect(company.message).toMatchObject({
      from: 'agent',
      text: 'Acme has roasted tea in Bristol since 1911.',
    })
  })

  test('reads a "yes" that answers its question', async () => {
    const { askAfter } = shop
    const asked = (text: string): Turn[] => [
      { from: 'visitor', text: 'Can I return it?' },
      { from: 'agent', text },
      { from: 'visitor', text: 'yes' },
    ]
    const answer = { text: 'You have 30 days. [1]' }
    const confirmed = await askAfter(asked('Do you mean an item from our shop?'), answer)
    expect(confirmed.message.text).toBe('You have 30 days.')
    const other = await askAfter(asked('Write to us.'), answer)
    expect(other.message.text).not.toBe('You have 30 days.')
  })

  test('is asked although an FAQ is similar, and not when the FAQ asks the same', async () => {
    const { ask, asked, owner, id } = shop
    const before = asked.length
    const faq = { question: 'Do you ship to Norway?', answer: 'Yes, within 9 days.' }
    await owner.get('POST', `/api/projects/${id}/faq`, faq)
    expect((await ask('do you ship to norway', {})).message.text).toBe(faq.answer)
    expect(asked).toHaveLength(before)
    const similar = await ask('Do you also ship to Norway please?', { text: 'Yes, it takes 9 days. [1]' })
    expect(similar.message.text).toBe('Yes, it takes 9 days.')
  })

  test('reads passages on the topic for a follow-up', async () => {
    const { askAfter, owner, id, lastPrompt } = shop
    await addKnowledge(
      owner,
      id,
      '# Shipping\nParcels to Denmark take 4 days. Parcels to Norway take 8 days.',
    )
    await addKnowledge(owner, id, '# Fjord tours\nOur tours to Norway begin in May. Norway is cold.')
    const { message } = await askAfter(
      [
        { from: 'visitor', text: 'How long do parcels to Denmark take?' },
        { from: 'agent', text: 'They take 4 days.' },
        { from: 'visitor', text: 'and how about returning?' },
      ],
      { text: 'Parcels to Norway take 8 days. [2]' },
    )
    expect(lastPrompt()[0]?.content).toContain('Parcels to Norway take 8 days')
    expect(message.from).toBe('agent')
  })
})

describe('the prompt', () => {
  test('has titles and links of passages, and rules for partial answers', async () => {
    const { ask, lastPrompt } = shop
    await ask(question, { text: 'You have 30 days. [1]' })
    const system = lastPrompt()[0]?.content
    expect(system).toMatch(/number="1">\nReturns/)
    expect(system).toContain('answer that part and say which part')
  })

  test('has the time in the time zone of the business hours, and in that of the company without them', async () => {
    const { ask, lastPrompt, owner, id } = shop
    const answer = { text: 'Today we are open from 09:00 to 17:00.' }
    expect((await ask(question, answer)).message.meta.kind).toBe('handover')
    expect(lastPrompt()[0]?.content).toMatch(/It is Monday,? 23 November 2026 at 09:05 \(UTC\)\.\n/)
    expect(lastPrompt()[0]?.content).not.toContain('Business hours')
    await owner.get('PATCH', '/api/company', { timeZone: 'Asia/Kathmandu' })
    await ask(question, answer)
    expect(lastPrompt()[0]?.content).toMatch(
      /It is Monday,? 23 November 2026 at 14:50 \(Asia\/Kathmandu\)\.\n/,
    )
    const nineToFive = [{ from: '09:00', to: '17:00' }]
    const company = {
      timeZone: 'Asia/Tokyo',
      week: Object.fromEntries(weekdays.map((day) => [day, nineToFive])),
      exceptions: [],
      outsideHours: 'ai',
    }
    await owner.get('PUT', '/api/hours', company)
    expect((await ask(question, answer)).message.text).toBe(answer.text)
    expect(lastPrompt()[0]?.content).toMatch(/at 18:05 \(Asia\/Tokyo\)\.\n/)
    expect(lastPrompt()[0]?.content).toMatch(
      /\n.*Today the team is open from 09:00 to 17:00\. .* on Tuesday,? 24 November 2026 at 09:00\.\n/,
    )
    await owner.get('PUT', `/api/projects/${id}/hours`, { ...company, timeZone: 'America/New_York' })
    await ask(question, answer)
    expect(lastPrompt()[0]?.content).toMatch(/at 04:05 \(America\/New_York\)\.\n/)
    await owner.get('DELETE', `/api/projects/${id}/hours`)
    await owner.get('DELETE', '/api/hours')
  })

  test('holds no card numbers, national ids and passwords of the visitor', async () => {
    const { askAfter, lastPrompt } = shop
    await askAfter(
      [
        { from: 'visitor', text: 'My card is 4111 1111 1111 1111.' },
        { from: 'agent', text: 'How can I help?' },
        { from: 'visitor', text: `${question} My SSN is 078-05-1120, my password is hunter2` },
      ],
      { text: 'You have 30 days. [1]' },
    )
    const text = JSON.stringify(lastPrompt())
    expect(text).not.toMatch(/4111|078-05|hunter2/)
    expect(text).toContain('[card number]')
    expect(text).toContain('[ID number]')
  })
})

describe('the prompt of a model with a short context', () => {
  const openShort = () => openModelShop(onTestFinished, { contextTokens: maxShortTokens })

  test('fits into AI_CONTEXT_TOKENS: the oldest messages and the last passages are left out', async () => {
    const { askAfter, owner, id, lastPrompt } = await openShort()
    for (let page = 1; page <= 6; page++) {
      const text = `Return number ${page} of an item takes days. ${'It is returned with care and a label. '.repeat(20)}`
      await addKnowledge(owner, id, `# Return ${page}\n${text}`)
    }
    const history = Array.from(
      { length: 20 },
      (_, index): Turn => ({
        from: index % 2 ? 'agent' : 'visitor',
        text: `Message ${index} ${'about the weather in Bristol '.repeat(8)}`,
      }),
    )
    await askAfter([...history, { from: 'visitor', text: question }], { text: 'You have 30 days. [1]' })
    const messages = lastPrompt()
    const text = messages.map(({ content }) => content).join('\n')
    expect(Buffer.byteLength(text) / 3).toBeLessThanOrEqual(maxShortTokens)
    expect(messages.at(-1)?.content).toContain(question)
    expect(text).not.toContain('Message 0 ')
    expect(text).toContain('Message 19 ')
    expect(text).toMatch(/number="1"/)
    expect(messages[1]?.role).toBe('user')
  })

  test('has one whole passage where the profile is long: its texts are cut, the longest first', async () => {
    const { askAfter, owner, id, lastPrompt } = await openShort()
    await owner.get('PUT', `/api/projects/${id}/agent/profile`, {
      agentName: 'Iris',
      roleDescription: 'You know each kind of tea.',
      description: 'A family tea house. '.repeat(90),
      styleGuide: 'Sound warm and calm. '.repeat(90),
      instructions: 'Offer a catalog first. '.repeat(80),
    })
    const history: Turn[] = [
      { from: 'visitor', text: 'Please describe the weather in Bristol. '.repeat(10) },
      { from: 'agent', text: 'It is mild. '.repeat(20) },
    ]
    await askAfter([...history, { from: 'visitor', text: question }], { text: 'You have 30 days. [1]' })
    const messages = lastPrompt()
    const system = messages[0]?.content ?? ''
    expect(Buffer.byteLength(messages.map(({ content }) => content).join('\n')) / 3).toBeLessThanOrEqual(
      maxShortTokens,
    )
    expect(system).toContain(shopKnowledge.split('\n')[1])
    expect(system).toContain('You are Iris')
    expect(system).toContain('You know each kind of tea.')
    expect(system).toContain('A family tea house.')
    expect(system).toContain('Offer a catalog first.')
    expect(messages.at(-1)?.content).toBe(question)
  })
})

test('the project shows which model server receives data, without its key', async () => {
  const { owner, id, baseUrl } = shop
  expect(await owner.get('GET', `/api/projects/${id}/agent/data-use`)).toEqual({
    model: { name: 'test-model', host: new URL(baseUrl).host },
    embedding: null,
  })
  const rival = await signUp(shop.url, 'rival')
  expect((await rival.call('GET', `/api/projects/${id}/agent/data-use`)).status).toBe(404)
})
