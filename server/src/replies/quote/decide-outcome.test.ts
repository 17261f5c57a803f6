import { expect, test } from 'vitest'
import { languages } from '../language/language-data.ts'
import { splitStatements } from '../search/split-statements.ts'
import type { AnalyzedQuestion, Concept, MatchedPassage, PassageSearchResult } from '../types.ts'
import { decideOutcome } from './decide-outcome.ts'
import { quoteAnswer } from './quote-answer.ts'

const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? [])
const english = languages.filter(({ code }) => code === 'en')

/** A passage whose words are their own stems. */
function passage(title: string, headings: string[], text: string, rank = 0): MatchedPassage {
  return {
    itemId: title,
    position: 0,
    title,
    url: null,
    heading: headings.join(' › '),
    headings,
    body: text,
    text,
    rank,
    scores: { words: 1, meaning: null, fused: 1 },
    isFaq: false,
    statements: splitStatements(text).map((one) => ({ ...one, words: words(one.text), isRepeated: false })),
    headingPath: [title, ...headings].map((one) => ({
      text: one,
      tokens: [...words(one)],
      words: words(one),
    })),
    headingWords: words([title, ...headings].join(' ')),
  }
}

function concept(word: string, weight = 0.7, isKnown = true): Concept {
  const none = new Set<string>()
  return {
    word,
    stems: new Set([word]),
    synonymStems: none,
    familyStems: none,
    partStems: none,
    weight,
    isKnown,
    isVague: false,
    isContext: false,
    asksForValue: false,
  }
}

function search(
  concepts: Concept[],
  passages: MatchedPassage[],
  change: Partial<AnalyzedQuestion> = {},
): PassageSearchResult {
  const tokens = concepts.map(({ word }) => word)
  const question = {
    tokens,
    concepts,
    languages: english,
    answerPatterns: [],
    identifiers: [],
    words: [],
    chunks: 50,
  }
  return {
    question: { ...question, ...change },
    languages: ['english'],
    passages,
    isComplete: false,
    previousAnswer: null,
    faq: null,
  }
}

const shipping = passage('Shipping', ['Costs'], 'Shipping to Norway costs 9 euros. Parcels arrive in 4 days.')
const office = passage('About us', [], 'Our office in Norway is small.', 1)

test('a passage that covers the question is quoted', () => {
  const { kind, rule } = decideOutcome(search([concept('shipping'), concept('norway')], [shipping, office]))
  expect({ kind, rule }).toEqual({ kind: 'answer', rule: 'covered' })
})

test('a passage without one of the topics is suggested, and one without a general word is quoted', () => {
  const express = concept('express', 0.45, false)
  const decide = (missing: Concept) =>
    decideOutcome(search([concept('shipping'), concept('norway'), missing], [shipping, office]))
  expect(decide(express)).toMatchObject({ kind: 'suggest', rule: 'missing_words', missingWords: ['express'] })
  expect(decide({ ...express, isVague: true }).kind).toBe('answer')
})

test('a question that two statements share is answered, unless the value asked for is said of something else', () => {
  const trees = passage('', [], 'We ship trees in March. Returns are accepted within 21 days.')
  const concepts = [concept('trees', 1), concept('returns', 1)]
  expect(decideOutcome(search(concepts, [trees])).kind).toBe('answer')
  const asksForDays = { answerPatterns: [/\d+ days/] }
  expect(decideOutcome(search(concepts, [trees], asksForDays)).kind).toBe('answer')
  expect(decideOutcome(search([concept('trees', 1)], [trees], asksForDays)).rule).toBe('missing_value')
})

test('an FAQ on another code or another topic is not the answer', () => {
  const faq = { ...passage('What does error e-41 mean?', [], 'The paper is jammed.'), isFaq: true }
  const ask = (word: string, identifiers: string[] = []) =>
    decideOutcome({ ...search([concept('error', 0.4), concept(word)], [faq], { identifiers }), faq })
  expect(ask('e-41', ['e-41'])).toMatchObject({ kind: 'answer', rule: 'faq_match' })
  expect(ask('e-42', ['e-42']).kind).toBe('handover')
  expect(ask('norway').kind).not.toBe('answer')
})

test('a heading that states the question is quoted from the start of its section', () => {
  const text = `${'An order can be changed until it is packed. '.repeat(3)}Later changes are refused. Write to us then.`
  const change = passage('Orders', ['Change an order'], text)
  const { outcome, text: answer } = quoteAnswer(
    search([concept('change', 0.1), concept('order', 0.2)], [change, office]),
  )
  expect(outcome.rule).toBe('title_match')
  expect(answer).toMatch(/^(?:Change an order\n)?An order can be changed/)
})

test('pages that are about equally good are suggested', () => {
  const one = passage('Boats', [], 'A permit for Norway is needed.')
  const other = passage('Cars', [], 'The permit for Norway is sold here.', 1)
  const outcome = decideOutcome(search([concept('permit', 0.4), concept('norway', 0.4)], [one, other]))
  expect(outcome).toMatchObject({ kind: 'suggest', rule: 'ambiguous' })
  expect(outcome.candidates.map((candidate) => candidate.passage.title)).toEqual(['Boats', 'Cars'])
})

test('a question that hardly matches goes to a person, with the missing words', () => {
  const concepts = [concept('gift', 0.9, false), concept('card', 0.9, false), concept('norway', 0.4)]
  expect(decideOutcome(search(concepts, [office]))).toMatchObject({
    kind: 'handover',
    rule: 'missing_words',
    missingWords: ['gift', 'card'],
  })
})

test('a question for a code is not answered with the text of another code', () => {
  const codes = passage('Codes', [], 'E-41: the paper is jammed. Open the tray.')
  const found = search([concept('e-42'), concept('code')], [codes], { identifiers: ['e-42'] })
  expect(decideOutcome(found).kind).not.toBe('answer')
  expect(decideOutcome(found).rule).toBe('missing_identifier')
})

test('pages about other codes than the one asked for are not suggested, unless they have one of several', () => {
  const codes = passage('Code list', [], 'E-41: the paper is jammed. Open the tray.')
  const concepts = [concept('code', 0.9), concept('e-42', 0.45, false)]
  expect(decideOutcome(search(concepts, [codes], { identifiers: ['e-42'] }))).toMatchObject({
    kind: 'handover',
    rule: 'missing_identifier',
  })
  expect(decideOutcome(search(concepts, [codes], { identifiers: ['e-41', 'e-42'] })).kind).toBe('suggest')
})

test('the suggestion whose title is about the question comes first', () => {
  const one = passage('Boats', [], 'A permit for Norway is needed.')
  const other = passage('Permit', ['Ferries'], 'Norway is reached by ferry only, in a day and a night.', 1)
  const outcome = decideOutcome(search([concept('permit', 0.4), concept('norway', 0.4)], [one, other]))
  expect(outcome.candidates.map((candidate) => candidate.passage.title)).toEqual(['Permit', 'Boats'])
})

test('a page with prices is no suggestion for the price of something that it does not mention', () => {
  const prices = passage('Prices', [], 'The price of a berth is 9 euros.')
  const price = { ...concept('price', 0.5), asksForValue: true }
  const unknown = search([price, concept('giraffe', 0.45, false)], [prices])
  expect(decideOutcome(unknown).kind).toBe('handover')
  expect(decideOutcome(search([price, concept('berth', 0.45)], [prices])).kind).not.toBe('handover')
})

test('a heading that is close to a question for a value is not meant if its section has no such value', () => {
  const section = passage('Data', ['CSV export download file'], 'All rows are in it.')
  const concepts = [concept('csv'), concept('export'), concept('download')]
  expect(decideOutcome(search(concepts, [section])).rule).toBe('title_match')
  const found = search(concepts, [section], { answerPatterns: [/\d+ hours/] })
  expect(decideOutcome(found).rule).toBe('missing_value')
})

test('half of a question in a page about something else is no suggestion, but in a page on the topic it is', () => {
  const text = 'The team in Norway is small.'
  const concepts = [concept('norway', 0.5), concept('giraffe', 0.45, false)]
  expect(decideOutcome(search(concepts, [passage('Imprint', [], text)])).kind).toBe('handover')
  expect(decideOutcome(search(concepts, [passage('Norway', [], text)])).kind).not.toBe('handover')
})

test('of a few texts, one with a single word of the question is suggested', () => {
  const concepts = [concept('norway', 0.4), concept('gift', 0.9, false), concept('card', 0.9, false)]
  expect(decideOutcome(search(concepts, [office])).kind).toBe('handover')
  expect(decideOutcome(search(concepts, [office], { chunks: 2 })).kind).toBe('suggest')
})

test('two pages with different figures are suggested instead of one quoted', () => {
  const one = passage('Overview', [], 'The free trial lasts 14 days.')
  const other = passage('Start', [], 'Your free trial lasts 30 days.', 1)
  const titled = passage('Free trial', ['Sign-up'], 'A free trial has all the functions.', 2)
  const found = search([concept('trial'), concept('free')], [one, other, titled], {
    answerPatterns: [/\d+ days/],
  })
  const outcome = decideOutcome(found)
  expect(outcome).toMatchObject({ kind: 'suggest', rule: 'contradiction' })
  expect(outcome.candidates.map((candidate) => candidate.passage.title)).toEqual([
    'Overview',
    'Start',
    'Free trial',
  ])
  expect(
    quoteAnswer(found)
      .sources.slice(0, 2)
      .map(({ quote }) => quote),
  ).toEqual(['The free trial lasts 14 days.', 'Your free trial lasts 30 days.'])
})

test('the newest edition of a page is quoted', () => {
  const old = passage('Fees (2025)', [], 'Card payments cost 1.5 %.')
  const current = passage('Fees (2026)', [], 'Card payments cost 1.3 %.', 1)
  const { text } = quoteAnswer(search([concept('card', 0.9), concept('payments', 0.9)], [old, current]))
  expect(text).toContain('1.3 %')
})

test('a list under a negation is quoted with it', () => {
  const list = 'Thank you for your order. '.repeat(30)
  const refused = passage(
    'Payment',
    ['Methods'],
    `${list}\nWe do not accept:\nCash\nChecks\nGift vouchers of other shops`,
  )
  const { text } = quoteAnswer(
    search([concept('accept', 0.5), concept('vouchers', 1), concept('gift', 1)], [refused]),
  )
  expect(text).toContain('We do not accept:')
  expect(text).toContain('Gift vouchers of other shops')
})

test('a negating heading is part of the quote', () => {
  const refused = passage('Payment', ['Not accepted'], 'Cash, checks and vouchers of other shops.')
  const { text } = quoteAnswer(search([concept('checks', 1), concept('vouchers', 1)], [refused]))
  expect(text).toBe('Not accepted\nCash, checks and vouchers of other shops.')
})

test('two pages with the same figure confirm each other', () => {
  const one = passage('Plans', [], 'The trial lasts 21 days.')
  const other = passage('Glossary', [], 'A trial takes 21 days.', 1)
  const found = search([concept('trial', 0.8)], [one, other], { answerPatterns: [/\d+ days/] })
  expect(decideOutcome(found)).toMatchObject({ kind: 'answer', rule: 'covered' })
})

test.each([
  ['The trial lasts 2 weeks.', 'A trial takes 14 days.', 'covered'],
  ['The trial has 1,000 credits.', 'A trial comes with 1000 credits.', 'covered'],
  ['The trial lasts 2 weeks.', 'A trial takes 15 days.', 'contradiction'],
])('figures are compared by value: "%s" and "%s"', (text, same, rule) => {
  const pages = [passage('Plans', [], text), passage('Glossary', [], same, 1)]
  const found = search([concept('trial', 0.8)], pages, { answerPatterns: [/\d/] })
  expect(decideOutcome(found).rule).toBe(rule)
})

test('a question in the text is quoted with what answers it', () => {
  const intro = 'The trial has all functions and needs no card. '.repeat(18)
  const trial = passage('Trial', [], `${intro}\nCan the trial be extended?\nOnce, by 14 days.`)
  const { text } = quoteAnswer(search([concept('extended', 0.9), concept('be', 0.4)], [trial, office]))
  expect(text).toContain('Once, by 14 days.')
})

test('the row of a code is quoted, not a sentence that mentions it', () => {
  const filler = 'Codes are shown on the display of the device for one minute. '.repeat(16)
  const table = `| Code | Meaning |\n|---|---|\n${[11, 12, 13, 14].map((code) => `| E${code} | Cause number ${code} |`).join('\n')}`
  const codes = passage('Codes', [], `${filler}\n${table}\n${filler}\nClear the code E13 with the key.`)
  const found = search([concept('e13', 0.9)], [codes], { identifiers: ['e13'] })
  expect(quoteAnswer(found).text).toContain('Cause number 13')
})

test('a sentence that many pages repeat counts less than one of the page', () => {
  const note = 'Our team answers questions about devices and payments.'
  const repeated = passage('Boats', [], note)
  const own = passage('Devices', [], 'Devices and payments: questions about both have their own page.', 1)
  for (const statement of repeated.statements) statement.isRepeated = true
  const found = search([concept('questions'), concept('devices'), concept('payments')], [repeated, own])
  expect(decideOutcome(found).candidates[0]?.passage.title).toBe('Devices')
})

test('a page whose title states the question does not hide another figure, unless it is an FAQ', () => {
  const concepts = [concept('delivery'), concept('time')]
  const asked = { answerPatterns: [/\d+ days/] }
  const titled = passage('Delivery time', [], 'The delivery time is 3 days.')
  const other = passage('Delivery times', [], 'The time of a delivery is 5 days: our delivery time.', 1)
  const same = passage('Delivery times', [], 'The delivery time is 3 days.', 1)
  const decideOf = (passages: MatchedPassage[]) => decideOutcome(search(concepts, passages, asked))
  const outcome = decideOf([titled, { ...other, headingPath: titled.headingPath }])
  expect(outcome).toMatchObject({ kind: 'suggest', rule: 'contradiction' })
  expect(outcome.candidates.map(({ passage }) => passage.title)).toEqual(['Delivery time', 'Delivery times'])
  expect(decideOf([titled, same])).toMatchObject({ kind: 'answer', rule: 'title_match' })
  expect(decideOf([titled, office])).toMatchObject({ kind: 'answer', rule: 'title_match' })
  const faq = { ...titled, isFaq: true }
  expect(decideOf([faq, { ...other, headingPath: titled.headingPath }])).toMatchObject({
    kind: 'answer',
    rule: 'title_match',
  })
})
