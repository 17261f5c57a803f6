import { expect, test } from 'vitest'
import type { AnalyzedQuestion, Concept } from './analyze-question.ts'
import { decideOutcome } from './decide-outcome.ts'
import type { MatchedPassage, PassageSearchResult } from './find-passages.ts'
import { languages } from './language-data.ts'
import { quoteAnswer } from './quote-answer.ts'
import { splitStatements } from './split-statements.ts'

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
    statements: splitStatements(text).map((one) => ({ ...one, words: words(one.text) })),
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
  return { word, stems: new Set([word]), synonymStems: none, familyStems: none, weight, isKnown }
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

test('a word that stands nowhere in the knowledge does not decide alone', () => {
  const concepts = [concept('shipping'), concept('norway'), concept('quickish', 0.45, false)]
  const { kind } = decideOutcome(search(concepts, [shipping, office]))
  expect(kind).toBe('answer')
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

test('two pages with different figures are suggested instead of one quoted', () => {
  const one = passage('Overview', [], 'The free trial lasts 14 days.')
  const other = passage('Start', [], 'Your free trial lasts 30 days.', 1)
  const found = search([concept('trial'), concept('free')], [one, other], { answerPatterns: [/\d+ days/] })
  expect(decideOutcome(found)).toMatchObject({ kind: 'suggest', rule: 'contradiction' })
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
