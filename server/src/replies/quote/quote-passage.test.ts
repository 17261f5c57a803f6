import { expect, test } from 'vitest'
import { languages } from '../language/language-data.ts'
import { splitStatements } from '../search/split-statements.ts'
import type { AnalyzedQuestion, MatchedPassage } from '../types.ts'
import { quoteSentence, quoteSpan } from './quote-passage.ts'
import type { Candidate } from './score-candidates.ts'

type Page = { title: string; headings?: string[]; text: string; isFaq?: boolean }

/** The last statement of the page as a candidate. Words do not matter here. */
function lastStatement({ title, headings = [], text, isFaq = false }: Page): Candidate {
  const none = new Set<string>()
  const statements = splitStatements(text).map((one) => ({ ...one, words: none, isRepeated: false }))
  const headingPath = [title, ...headings].map((one) => ({ text: one, tokens: [], words: none }))
  const passage = {
    statements,
    headingPath,
    headingWords: none,
    isFaq,
    url: null,
  } as unknown as MatchedPassage
  return { passage, from: statements.length - 1, to: statements.length } as Candidate
}

const ask = (...codes: string[]) =>
  ({
    concepts: [],
    answerPatterns: [],
    languages: languages.filter(({ code }) => codes.includes(code)),
  }) as unknown as AnalyzedQuestion

test.each<[string, string, Page]>([
  ['a title', 'en', { title: 'What we do not accept', headings: ['Batteries'], text: 'Car batteries' }],
  [
    'a heading above the innermost one',
    'en',
    { title: 'Recycling', headings: ['We do not accept', 'Batteries'], text: 'Car batteries' },
  ],
  ['a contraction', 'en', { title: 'Recycling', headings: ['What we don’t take'], text: 'Car batteries' }],
  ['accents', 'pt', { title: 'Reciclagem', headings: ['Não aceitamos'], text: 'Baterias' }],
  ['accents', 'es', { title: 'Países', headings: ['Ningún envío'], text: 'Noruega' }],
  ['ß', 'de', { title: 'Länder', headings: ['Alle außer'], text: 'Norwegen' }],
  ['capitals', 'de', { title: 'KEINE RÜCKNAHME', text: 'Batterien' }],
])('a negation with %s is quoted (%s)', (_, code, page) => {
  const negating = [page.title, ...(page.headings ?? [])].find((text) =>
    /not|don|não|ningún|außer|keine/i.test(text),
  )
  for (const quote of [quoteSentence, quoteSpan])
    expect(quote(lastStatement(page), ask(code), 'best')).toBe(`${negating}\n${page.text}`)
})

test('headings that negate nothing are not quoted', () => {
  const page = { title: 'Recycling', headings: ['We accept', 'Batteries'], text: 'Car batteries' }
  expect(quoteSentence(lastStatement(page), ask('en'))).toBe('Car batteries')
})

test('an FAQ is quoted without its question', () => {
  const page = { title: 'Why do you not accept batteries?', text: 'They are dangerous.', isFaq: true }
  expect(quoteSentence(lastStatement(page), ask('en'))).toBe('They are dangerous.')
})

test('an item of a list is quoted with the sentence before the list', () => {
  const page = { title: 'Recycling', text: 'Bring it. We do not accept these items.\n- Paint\n- Batteries' }
  expect(quoteSentence(lastStatement(page), ask('en'))).toBe('We do not accept these items.\n- Batteries')
})

test.each([
  ['asks the same', 'What payment methods do you accept?', ['payment', 'method', 'accept'], false],
  ['asks for more', 'What payment methods do companies use?', ['payment', 'method', 'compani'], true],
  ['is no question', 'Payment methods', ['payment', 'method'], true],
])('a heading that %s', (_, text, words, isQuoted) => {
  const candidate = lastStatement({ title: 'Billing', headings: [text], text: 'By card and PayPal.' })
  const path = candidate.passage.headingPath
  path.splice(1, 1, { text, tokens: [], words: new Set(words) })
  const none = new Set<string>()
  const concepts = ['payment', 'method', 'accept'].map((stem) => ({
    stems: new Set([stem]),
    synonymStems: none,
    familyStems: none,
    partStems: none,
  }))
  const question = { ...ask('en'), concepts } as unknown as AnalyzedQuestion
  const quote = quoteSentence(candidate, question)
  expect(quote).toBe(isQuoted ? `${text}\nBy card and PayPal.` : 'By card and PayPal.')
})
