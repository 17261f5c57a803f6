import { expect, test } from 'vitest'
import { countTerms, nameTopic } from './name-topic.ts'
import { splitIntoWords, toTerms } from './terms.ts'

/** As a dictionary that stems nothing but the plural would. */
function read(text: string, config = 'english') {
  const words = splitIntoWords(text, [config])
  return toTerms(
    words,
    words.words.map(({ token }) => [token.replace(/s$/, '')]),
  )
}

function name(texts: string[], others: string[] = [], config?: string): string {
  const questions = texts.map((text) => read(text, config))
  const all = [...questions, ...others.map((text) => read(text, config))]
  return nameTopic(questions, { counts: countTerms(all), total: all.length })
}

test('a topic is named by the words that most of its questions have, in their order', () => {
  expect(name(['Do you sell gift cards?', 'gift card for 50 euros', 'Where can I use the gift card?'])).toBe(
    'Gift card',
  )
})

test('a word that is frequent in other questions ranks lower', () => {
  const questions = ['delivery Norway customs invoice', 'delivery to Norway: customs invoice?']
  expect(name(questions)).toBe('Delivery customs invoice')
  expect(name(questions, ['delivery of a sofa', 'delivery on Sunday'])).toBe('Norway customs invoice')
})

test('of words that replace each other, one names the topic', () => {
  expect(name(['refund of shoes', 'refund my order', 'refund?', 'money return', 'return please'])).toBe(
    'Refund',
  )
})

test('the spelling is that of most visitors, with capitals where nouns have them', () => {
  expect(name(['Gutschein kaufen', 'Habt ihr Gutscheine?', 'gutschein'], [], 'german')).toBe('Gutschein')
  expect(name(['Ship to Norway?', 'norway', 'Parcels to Norway'])).toBe('Norway')
})

test('a topic without questions has no name', () => {
  expect(nameTopic([], { counts: new Map(), total: 0 })).toBe('')
})

test('personal data, long numbers and single letters are no words of a question', () => {
  const { terms } = read('Order 4711234 for jo@example.com, call 0170 1234567: is the e bike 20 ok?')
  expect(terms).toEqual(['order', 'call', 'bike', 'ok'].filter((word) => terms.includes(word)))
  expect(terms).toContain('bike')
  expect(terms.join(' ')).not.toMatch(/\d{5}|example|jo\b/)
})

test('general words count only where a question has no others', () => {
  expect(read('Can I change the day of my appointment?')).toMatchObject({
    terms: ['appointment'],
    generalTerms: ['change', 'day'],
  })
  expect(read('Can I change the day?')).toMatchObject({ terms: ['change', 'day'], generalTerms: [] })
})
