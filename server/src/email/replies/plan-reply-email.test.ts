import { expect, test } from 'vitest'
import { planReplyEmail } from './plan-reply-email.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const candidate = {
  address: 'amira@example.com',
  sendsReplies: true,
  replyDelayMinutes: 10,
  lastSeenAt: minutesAgo(30),
  unreadSeq: 4,
  unreadAt: minutesAgo(2),
}
const away = { now, isOnline: false, hasOptedOut: false }

test('sends when the visitor has been away long enough', () => {
  expect(planReplyEmail(candidate, away)).toEqual({
    kind: 'send',
    address: 'amira@example.com',
    throughSeq: 4,
  })
})

test('waits until the visitor has been away long enough', () => {
  const left = { ...candidate, lastSeenAt: minutesAgo(3) }
  expect(planReplyEmail(left, away)).toEqual({ kind: 'wait', until: now + 7 * 60_000 })
  expect(planReplyEmail(candidate, { ...away, isOnline: true })).toEqual({
    kind: 'wait',
    until: now + 10 * 60_000,
  })
})

test.each([
  ['no address', { address: null }, away],
  ['the company sends no answers', { sendsReplies: false }, away],
  ['nothing is unread', { unreadSeq: null, unreadAt: null }, away],
  ['the messages are older than three days', { unreadAt: minutesAgo(3 * 24 * 60 + 1) }, away],
  ['the address has unsubscribed', {}, { ...away, hasOptedOut: true }],
])('sends nothing when %s', (_, change, situation) => {
  expect(planReplyEmail({ ...candidate, ...change }, situation)).toEqual({ kind: 'none' })
})
