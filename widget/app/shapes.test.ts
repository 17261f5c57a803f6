import { expect, test } from 'vitest'
import { readContent, readMessage, readPublicConfig, readSession } from './shapes.ts'

const sound = { _id: 'a', sessionId: 's', seq: 1, from: 'agent', text: 'Hello', createdAt: 'x' }

test('a sound message is read, with nothing but the known fields', () => {
  const message = readMessage({ ...sound, isAi: true, meta: { agentName: 'Ada', evil: 1 }, extra: 1 })
  expect(message).toMatchObject({ _id: 'a', seq: 1, isAi: true, meta: { agentName: 'Ada', sources: [] } })
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
  { ...sound, text: { toString: 1 } },
  { ...sound, seq: '1' },
  { ...sound, seq: 0 },
  { ...sound, seq: 1.5 },
  { ...sound, seq: Number.NaN },
  { ...sound, from: 'admin' },
  { ...sound, _id: null },
])('%o is no message', (value) => expect(readMessage(value)).toBeNull())

test('odd parts of a message are left out', () => {
  const meta = { sources: [null, 1, { title: 'Page', url: 5 }], fields: { name: 'Amira', odd: {} } }
  const message = readMessage({ ...sound, agent: 'x', meta })
  expect(message?.agent).toBeNull()
  expect(message?.meta.sources).toEqual([{ itemId: '', title: 'Page', url: null, quote: '' }])
  expect(message?.meta.fields).toEqual({ name: 'Amira' })
})

test('sessions and configs of the wrong shape are none', () => {
  for (const value of [null, 1, {}, [], { sessionId: 1 }, { config: {} }, { brand: {}, greetings: 1 }]) {
    expect(readSession(value)).toBeNull()
    expect(readContent(value)).toBeNull()
    expect(readPublicConfig(value)).toBeNull()
  }
})
