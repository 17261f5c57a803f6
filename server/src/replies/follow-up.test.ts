import { expect, test } from 'vitest'
import { dependsOnContext, findFollowUpContext } from './follow-up.ts'

test.each([
  ['how often?', 'english'],
  ['and to Norway?', 'english'],
  ['can I put a password on it?', 'english'],
  ['und nach Norwegen?', 'german'],
  ['wie lange dauert das?', 'german'],
  ['¿y a Portugal?', 'spanish'],
  ['et pour la Belgique ?', 'french'],
])('"%s" continues the previous question', (question, config) => {
  expect(dependsOnContext(question, [config])).toBe(true)
})

test.each([
  ['Is shipping free?', 'english'],
  ['How do I change the address of an order after payment?', 'english'],
  ['Kann ich das Konto löschen?', 'german'],
  ['Was kostet die Lieferung?', 'german'],
])('"%s" stands on its own', (question, config) => {
  expect(dependsOnContext(question, [config])).toBe(false)
})

test('the context is the question before the last answer', () => {
  const history = [
    { from: 'visitor', text: 'Do you send reports?' },
    { from: 'agent', text: 'Yes, by email.' },
    { from: 'visitor', text: 'how often?' },
  ] as const
  expect(findFollowUpContext([...history], 'how often?', ['english'])).toEqual({
    question: 'Do you send reports?',
    answer: 'Yes, by email.',
  })
  expect(findFollowUpContext([...history].slice(2), 'how often?', ['english'])).toBeNull()
})
