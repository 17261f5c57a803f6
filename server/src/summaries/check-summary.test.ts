import { describe, expect, test } from 'vitest'
import { readFactSentences } from '../../test/fixtures/fact-sentences.ts'
import { checkSummary } from './check-summary.ts'

const conversation = [
  'Visitor: Hi, this is Anna Weber. My order AX-2041 of 18 November to Harbour Street 12 in Leeds has not arrived.',
  'AI: Delivery takes 3 to 5 working days and costs €4.90. Track it at https://shop.example.com/track.',
  'Visitor: It has been ten days! Can you call me at +44 113 496 0107?',
  'Team, Tom Okafor: I asked the courier, Parcelway.',
  'Willow Outdoor',
].join('\n')

test('keeps sentences that the conversation supports', () => {
  const text = [
    'The visitor, Anna Weber, says that order AX-2041 to Leeds has not arrived.',
    'The AI said that delivery takes 3 to 5 working days and costs 4.90 euros.',
    'Tom has asked Parcelway. Still open: where the order is, and a call to +44 113 496 0107.',
  ].join('\n')
  expect(checkSummary(text, conversation)).toBe(text)
})

test('keeps sentences in other languages, with nouns in German', () => {
  const german =
    'Visitor: Ich habe am 3. März eine Lampe bestellt. Wie lange ist die Rückgabefrist?\nAI: 30 Tage.'
  const text =
    'Die Besucherin fragt nach der Rückgabe einer Lampe. Die KI nannte eine Frist von 30 Tagen. Offen ist keine Frage.'
  expect(checkSummary(text, german)).toBe(text)
  const french = 'Visitor: Je voudrais rendre ma lampe.\nAI: Les retours sont gratuits.'
  const sentence = 'Le visiteur veut rendre une lampe. L’IA a répondu que les retours sont gratuits.'
  expect(checkSummary(sentence, french)).toBe(sentence)
})

describe('leaves out a sentence with an invented', () => {
  test.each([
    ['figure', 'The visitor has waited for 14 days.'],
    ['price', 'The AI said that delivery costs €5.90.'],
    ['order number', 'The visitor asks for order AX-2042.'],
    ['date', 'The order was placed on 19 November.'],
    ['street', 'The order goes to Station Road 12.'],
    ['phone number', 'The visitor wants a call to +44 113 496 0108.'],
    ['link', 'The AI sent https://shop.example.com/refund.'],
    ['email address', 'The visitor can be reached at anna@weber.example.'],
    ['name of a person', 'The visitor, Maria Lopez, is waiting.'],
    ['name at the beginning', 'Maria is waiting for the order.'],
    ['name of a company', 'The team asked DHL for the parcel.'],
    ['name of a city', 'The order goes to Bristol.'],
  ])('%s', (_, sentence) => {
    const honest = 'The visitor asks where the order is.'
    expect(checkSummary(`${honest} ${sentence}`, conversation)).toBe(honest)
    expect(checkSummary(sentence, conversation)).toBe('')
  })
})

const names = [
  'Maria',
  'Lopez',
  'Okonkwo',
  'Lindqvist',
  'DHL',
  'Bristol',
  'Norway',
  'Acme',
  'Samsung',
  'Zalando',
]
const templates = [
  (name: string) => `The visitor ${name} asks for help.`,
  (name: string) => `${name} asks where the order is.`,
  (name: string) => `The team has asked ${name} to call.`,
  (name: string) => `Die Besucherin hat mit ${name} gesprochen.`,
  (name: string) => `Le visiteur attend une réponse de ${name}.`,
  (name: string) => `El cliente espera la respuesta de ${name}.`,
]

test('shows nothing that is invented in more than 200 sentences', () => {
  const facts = readFactSentences('seen').concat(readFactSentences('unseen'))
  const invented = [
    ...facts.flatMap((one) => (one.isHonest ? [] : [{ conversation: one.passages, sentence: one.sentence }])),
    ...names.flatMap((name) => templates.map((write) => ({ conversation, sentence: write(name) }))),
  ]
  expect(invented.length).toBeGreaterThan(200)
  const shown = invented.filter((one) => checkSummary(one.sentence, one.conversation) !== '')
  expect(shown.map(({ sentence }) => sentence)).toEqual([])
})

test('cuts a text that does not end', () => {
  const text = 'The visitor asks where the order is. '.repeat(200)
  expect(checkSummary(text, conversation).length).toBeLessThanOrEqual(1000)
})
