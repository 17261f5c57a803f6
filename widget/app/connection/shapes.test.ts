import { defaultWidget } from '@aichat/contracts/widget/widget-defaults'
import { expect, test } from 'vitest'
import { readConfig, readContent, readMessage, readSession } from './shapes.ts'

const valid = { _id: 'a', sessionId: 's', seq: 1, from: 'agent', text: 'Hello', createdAt: 'x' }

test('reads the known fields of a valid message', () => {
  const known = { agentName: 'Ada', channel: 'email', pending: 'team' }
  const message = readMessage({ ...valid, isAi: true, meta: { ...known, evil: 1 }, extra: 1 })
  expect(message).toMatchObject({ _id: 'a', seq: 1, isAi: true, meta: { ...known, sources: [] } })
  expect(message).not.toHaveProperty('extra')
  expect(message?.meta).not.toHaveProperty('evil')
})

test.each([
  null,
  undefined,
  1,
  'text',
  [],
  {},
  { ...valid, text: { toString: 1 } },
  { ...valid, seq: '1' },
  { ...valid, seq: 0 },
  { ...valid, seq: 1.5 },
  { ...valid, seq: Number.NaN },
  { ...valid, from: 'admin' },
  { ...valid, _id: null },
])('%o is no message', (value) => expect(readMessage(value)).toBeNull())

test('omits invalid parts of a message', () => {
  const meta = { sources: [null, 1, { title: 'Page', url: 5 }], fields: { name: 'Amira', odd: {} } }
  const message = readMessage({ ...valid, agent: 'x', meta })
  expect(message?.agent).toBeNull()
  expect(message?.meta.sources).toEqual([{ itemId: '', title: 'Page', url: null, quote: '' }])
  expect(message?.meta.fields).toEqual({ name: 'Amira' })
})

test('returns null for invalid sessions and configs', () => {
  for (const value of [null, 1, {}, [], { sessionId: 1 }, { config: {} }, { brand: {}, greetings: 1 }]) {
    expect(readSession(value)).toBeNull()
    expect(readContent(value)).toBeNull()
    expect(readConfig(value)).toBeNull()
  }
})

test('reads a draft whose greetings have translations', () => {
  const draft = defaultWidget('Example Shop')
  const greetings = { ...draft.greetings, translations: { de: { firstVisit: 'Hallo!' } } }
  expect(readContent({ ...draft, greetings })?.greetings.firstVisit).toBe(draft.greetings.firstVisit)
})
