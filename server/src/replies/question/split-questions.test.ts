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

test('no question is dropped', () => {
  const text = 'What does shipping cost? How do I return a parcel? Where is the shop? Can I pay by invoice?'
  expect(split(text).questions).toEqual([
    'What does shipping cost?',
    'How do I return a parcel?',
    'Where is the shop?',
    'Can I pay by invoice?',
  ])
})

test.each([
  ['english', 'What does shipping cost\nDo you ship to Norway', 2],
  ['german', 'was kostet der Versand\nwie lange dauert die Lieferung\nkann ich per Rechnung zahlen', 3],
  ['spanish', 'cuánto cuesta el envío\npuedo pagar con tarjeta', 2],
  ['french', 'Combien coûte la livraison\nPeut-on payer par carte', 2],
])('lines that are questions need no question mark (%s)', (config, text, count) => {
  expect(split(text, config)).toEqual({ questions: text.split('\n'), isCertain: true })
  expect(text.split('\n')).toHaveLength(count)
})

test('a line that is no question belongs to the question beside it', () => {
  expect(split('What does shipping cost\nto Norway').questions).toHaveLength(1)
  expect(split('I bought a lamp\nHow do I return it?').questions).toHaveLength(1)
  expect(split('What does shipping\ncost to Norway\nDo you ship pianos').questions).toEqual([
    'What does shipping\ncost to Norway',
    'Do you ship pianos',
  ])
  expect(split('I bought a lamp.\nHow do I return the lamp?\nWhere is your shop?\nThanks').questions).toEqual(
    ['I bought a lamp.\nHow do I return the lamp?', 'Where is your shop?'],
  )
})
