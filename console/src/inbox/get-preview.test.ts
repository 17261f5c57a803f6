import { expect, test } from 'vitest'
import { createSession } from '../sync/fixtures.ts'
import { getPreview, getSearchPreview } from './get-preview.ts'

test("names the author of a message that is not the visitor's", () => {
  const preview = (extra: Parameters<typeof createSession>[1]) => getPreview(createSession('a', extra))
  expect(preview({ lastMessage: 'Hi' })).toBe('Hi')
  expect(preview({ lastMessage: 'Hi', lastMessageFrom: 'agent' })).toBe('Reply: Hi')
  expect(preview({ lastMessage: 'Hi', lastMessageFrom: 'agent', lastMessageIsAi: true })).toBe('AI: Hi')
  expect(preview({ lastMessage: null })).toBe('')
})

test("shows the visitor's last message where a person is needed", () => {
  const answered = {
    needsHuman: true,
    lastMessage: 'You have 30 days.',
    lastMessageFrom: 'agent',
    lastMessageIsAi: true,
    lastPersonMessage: 'You have 30 days.',
    lastVisitorMessage: 'May I return it?',
  } as const
  const preview = (extra: Parameters<typeof createSession>[1]) =>
    getPreview(createSession('a', { ...answered, ...extra }))
  const handover = { lastMessage: 'The team will help.', lastMessageFrom: 'system' } as const
  expect(preview({})).toBe('May I return it?')
  expect(preview(handover)).toBe('May I return it?')
  expect(preview({ ...handover, lastVisitorMessage: null, lastMessageIsAi: false })).toBe(
    'The team will help.',
  )
  expect(preview({ needsHuman: false })).toBe('AI: You have 30 days.')
})

test('a search shows the message, the ID or the attribute that contains the term', () => {
  const preview = (search: string, extra: Parameters<typeof createSession>[1] = {}) =>
    getSearchPreview(createSession('a', extra), search)
  const visitor = { name: 'Ann', email: 'ann@example.com', phone: null, externalId: 'cust_42' }
  const attributes = { plan: 'Yearly', orders: 12, vip: true }
  const known = { visitor: { ...visitor, attributes } }
  expect(preview('HELL', known)).toBe('hello')
  expect(preview('boat', { ...known, searchMatch: 'a **boat** trip' })).toBe('a boat trip')
  expect(preview('year', known)).toBe('plan: Yearly')
  expect(preview('12', known)).toBe('orders: 12')
  expect(preview('cust_', known)).toBe('Customer ID: cust_42')
  expect(preview('ann', { visitor: { ...visitor, attributes: { plan: 'annual' } } })).toBe('hello')
  expect(preview('', known)).toBe('hello')
  expect(preview('#1', known)).toBe('hello')
})
