import { expect, test } from 'vitest'
import { languages } from '../language/language-data.ts'
import { splitStatements } from '../search/split-statements.ts'
import type { AnalyzedQuestion, MatchedPassage } from '../types.ts'
import { findAnsweringRows, selectStatements } from './select-statements.ts'

const split = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? [])

function select(
  text: string,
  words: string,
  answerPatterns: RegExp[] = [],
  find = selectStatements,
): string[] {
  const none = new Set<string>()
  const statements = splitStatements(text).map((one) => ({
    ...one,
    words: split(one.text),
    isRepeated: false,
  }))
  const question = {
    concepts: words.split(' ').map((word) => ({
      word,
      stems: new Set([word]),
      synonymStems: none,
      familyStems: none,
      partStems: none,
      weight: 1,
    })),
    languages: languages.filter(({ code }) => code === 'en'),
    answerPatterns,
  } as unknown as AnalyzedQuestion
  const passage = { statements, headingWords: none } as unknown as MatchedPassage
  return find(passage, 0, Math.min(4, statements.length), question).map(
    (index) => statements[index]?.text ?? '',
  )
}

const orchard =
  'We ship trees in March. The voucher code is Q1. Returns are accepted within 21 days. They must be paid by you.'

test('statements on other subjects are not quoted', () => {
  expect(select(orchard, 'returns accepted')).toEqual([
    'Returns are accepted within 21 days.',
    'They must be paid by you.',
  ])
  expect(select(orchard, 'voucher')).toEqual(['The voucher code is Q1.'])
})

test('a sentence that continues another one is quoted with it', () => {
  expect(select('Trees cost 9 euros. This includes wrapping. We are open daily.', 'wrapping')).toEqual([
    'Trees cost 9 euros.',
    'This includes wrapping.',
  ])
})

test('statements that each have a part of the question are both quoted', () => {
  expect(select(orchard, 'trees returns')).toEqual([
    'We ship trees in March.',
    'Returns are accepted within 21 days.',
    'They must be paid by you.',
  ])
})

test('of a price list, only the row that is asked for is quoted', () => {
  const table = '| Bike | Price |\n|---|---|\n| City | 12 € |\n| Tandem | 20 € |\n| Cargo | 30 € |'
  expect(select(table, 'tandem price')).toEqual(['Tandem – Price: 20 €.'])
})

test('a row that answers a question for a value is quoted without the text above the table', () => {
  const page =
    'The price of express depends on the country.\nNorway – Standard: 8 €, Express: 15 €.\nPeru – Express: 30 €.'
  const findRows = (words: string, patterns = [/\d+ €/]) => select(page, words, patterns, findAnsweringRows)
  expect(findRows('express norway')).toEqual(['Norway – Standard: 8 €, Express: 15 €.'])
  expect(findRows('express')).toHaveLength(2)
  // The text has a word that no row has.
  expect(findRows('express norway depends')).toEqual([])
  expect(findRows('express norway', [])).toEqual([])
})

test('a row is not quoted alone where a number of the question is not in it', () => {
  const blades = 'Up to 40 teeth – Price: 12 €.\nUp to 80 teeth – Price: 16 €.'
  expect(select(blades, '60 teeth', [/\d+ €/], findAnsweringRows)).toEqual([])
  expect(select(blades, '80 teeth', [/\d+ €/], findAnsweringRows)).toEqual(['Up to 80 teeth – Price: 16 €.'])
})

test('an introduction is quoted with its list, an item with its introduction, and steps as a whole', () => {
  expect(select('Bring these documents:\n- passport\n- photo\n\nWe open at 9.', 'documents')).toEqual([
    'Bring these documents:',
    '- passport',
    '- photo',
  ])
  expect(select('We do not take:\n- cards\n- checks', 'checks')).toEqual(['We do not take:', '- checks'])
  expect(select('Reset it:\n1. Open the menu.\n2. Press reset.\n3. Wait.', 'press')).toEqual([
    'Reset it:',
    '1. Open the menu.',
    '2. Press reset.',
    '3. Wait.',
  ])
})

test('the statement with the value asked for is quoted', () => {
  const text = 'Trees are our passion. Trees cost 9 euros.'
  expect(select(text, 'trees', [/\d+ euros/])).toContain('Trees cost 9 euros.')
})
