import type { Message } from '@aichat/contracts/chat/messages'
import { expect, test } from 'vitest'
import { createAlertFilter } from './alert-filter.ts'

const message = (change: Partial<Message>) =>
  ({ _id: 'one', from: 'visitor', meta: {}, ...change }) as Message

test('a message of a visitor raises one alert, also when its mark "pending" is added and removed', () => {
  const isForAlert = createAlertFilter()
  const marked = message({ meta: { pending: 'team' } })
  expect([message({}), marked, message({}), message({ _id: 'two' })].map(isForAlert)).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test('a mark on a message that arrived before the page was loaded, and messages of the team, raise none', () => {
  const isForAlert = createAlertFilter()
  expect(isForAlert(message({ meta: { pending: 'team' } }))).toBe(false)
  expect(isForAlert(message({ from: 'agent' }))).toBe(false)
  expect(isForAlert(message({ from: 'system' }))).toBe(false)
})
