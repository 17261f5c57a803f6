import { expect, test } from 'vitest'
import { splitQuestions } from './split-questions.ts'

const split = (text: string, config = 'english') => splitQuestions(text, [config])

test('each sentence with a question mark is a question of its own', () => {
  expect(split('What does shipping cost? How long does a refund take?')).toEqual({
    questions: ['What does shipping cost?', 'How long does a refund take?'],
    isCertain: true,
  })
})

test('a question word after "and" begins another question', () => {
  expect(split('Was kostet der Versand und wie lange dauert die Lieferung?', 'german')).toEqual({
    questions: ['Was kostet der Versand', 'wie lange dauert die Lieferung?'],
    isCertain: true,
  })
})

test('another word after "and" may begin one', () => {
  const { questions, isCertain } = split('how do i reset my password and turn off notifications?')
  expect({ questions, isCertain }).toEqual({
    questions: ['how do i reset my password', 'turn off notifications?'],
    isCertain: false,
  })
})

test('"and" between two nouns joins one question', () => {
  expect(split('Do you ship to Norway and Sweden?').questions).toHaveLength(1)
  expect(split('Thanks! How do I cancel?').questions).toHaveLength(1)
})
