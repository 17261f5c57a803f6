import { expect, test } from 'vitest'
import { demoMembers } from './content/company.ts'
import { demoConversations } from './content/conversations.ts'
import type { DemoConversation } from './content/types.ts'
import { planTimes } from './plan-times.ts'

const dayMs = 86_400_000
/** A night, a noon and an evening, so that conversations of today may also be those of yesterday. */
const moments = [new Date(2027, 2, 1, 0, 2), new Date(2027, 2, 28, 12, 0), new Date(2027, 10, 5, 23, 58)]

const listTimes = (conversation: DemoConversation, now: Date) => {
  const { messages, notes } = planTimes(conversation, now)
  return [...messages, ...notes]
}

test.each(moments)(
  'writes everything in the eight weeks before %s, the newest message minutes before',
  (now) => {
    const times = demoConversations.flatMap((conversation) => listTimes(conversation, now))
    const newest = Math.max(...times.map(Number))
    const oldest = Math.min(...times.map(Number))
    expect(newest).toBeLessThan(now.getTime())
    expect(now.getTime() - newest).toBeLessThan(15 * 60_000)
    expect(now.getTime() - oldest).toBeLessThan(56 * dayMs)
    expect(now.getTime() - oldest).toBeGreaterThan(54 * dayMs)
  },
)

test('each message is later than the one before', () => {
  for (const conversation of demoConversations) {
    const { messages } = planTimes(conversation, new Date())
    expect(messages.map(Number)).toEqual(
      [...new Set(messages.map(Number))].toSorted((one, other) => one - other),
    )
  }
})

test('people on past days write within business hours', () => {
  const now = new Date()
  for (const conversation of demoConversations.filter(({ start }) => 'daysAgo' in start)) {
    const { messages } = planTimes(conversation, now)
    const steps = conversation.steps.filter((step) => !('note' in step))
    const hours = messages
      .filter((_, index) => 'agent' in (steps[index] ?? {}))
      .map((time) => time.getHours())
    for (const hour of hours) {
      expect(hour).toBeGreaterThanOrEqual(10)
      expect(hour).toBeLessThan(16)
    }
  }
})

test('all people have different names, and addresses of example domains', () => {
  const visitors = demoConversations.map(({ visitor }) => visitor)
  const people = [...Object.values(demoMembers), ...visitors.filter(({ name }) => name)]
  const names = people.map(({ name }) => name)
  const emails = people.map(({ email }) => email ?? '')
  expect(names.length).toBeGreaterThan(35)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(emails).size).toBe(emails.length)
  expect(emails.filter((email) => !/@example\.(com|org)$/.test(email))).toEqual([])
})
