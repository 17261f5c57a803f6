import type { ReplayAnswer } from '@aichat/contracts/ai/replays'
import { expect, test } from 'vitest'
import { describeModelVerdict, describeReasons, describeSources } from './describe-result.ts'

const answered: ReplayAnswer = { outcome: 'answered', text: 'Within 30 days.', sources: ['Returns', 'FAQ'] }
const suggested: ReplayAnswer = { outcome: 'suggested', text: 'See these pages.', sources: ['Returns'] }
const declined: ReplayAnswer = { outcome: 'declined', text: null, sources: [] }

test('says what the AI would do instead', () => {
  const describe = (before: ReplayAnswer, after: ReplayAnswer) =>
    describeReasons({ reasons: ['outcome'], before, after })
  expect(describe(answered, declined)).toBe('The AI assistant would hand over instead of answering.')
  expect(describe(declined, suggested)).toBe('The AI assistant would suggest pages instead of handing over.')
  expect(describe(suggested, answered)).toBe('The AI assistant would answer instead of suggesting pages.')
})

test('names every reason', () => {
  expect(describeReasons({ reasons: ['facts', 'negation'], before: answered, after: answered })).toBe(
    'Figures, dates or links differ. A word such as “not” was added or removed.',
  )
})

test('adds the verdict of the model where there is one', () => {
  expect(describeModelVerdict('worse')).toBe(' · Model: worse')
  expect(describeModelVerdict(null)).toBe('')
})

test('lists sources, and the pages of a suggestion', () => {
  expect(describeSources(answered)).toBe('Sources: Returns, FAQ')
  expect(describeSources(suggested)).toBe('Pages: Returns')
  expect(describeSources(declined)).toBeNull()
})
