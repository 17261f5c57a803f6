import { expect, test } from 'vitest'
import { describeGoLive } from './go-live.ts'

test('says what goes live by itself and what waits for a publish', () => {
  const automatic = { mode: 'automatic', requiresReview: false } as const
  expect(describeGoLive(false, automatic)).toBe('Visitors can chat with you once you publish.')
  expect(describeGoLive(true, automatic)).toBe(
    'Changes to knowledge, FAQs and the agent go live as soon as their tests pass. Changes to the design go live when you publish.',
  )
  expect(describeGoLive(true, { ...automatic, requiresReview: true })).toContain('after a review')
  expect(describeGoLive(true, { mode: 'manual', requiresReview: true })).toBe(
    'Changes to knowledge, FAQs, the agent and the design go live when you publish.',
  )
})
