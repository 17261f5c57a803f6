import { expect, test } from 'vitest'
import { languages } from '../language/language-data.ts'
import type { AnalyzedQuestion, Concept, MatchedPassage } from '../types.ts'
import { addParts } from './add-compound-parts.ts'

const none = new Set<string>()
const passage = { headingWords: none, statements: [{ words: new Set(['jahreszins', 'liefer', 'zins']) }] }

function findParts(stem: string, code: string): string[] {
  const concept = {
    word: stem,
    stems: new Set([stem]),
    synonymStems: none,
    familyStems: none,
    partStems: none,
  } as unknown as Concept
  const question = {
    concepts: [concept],
    languages: languages.filter((language) => language.code === code),
  } as AnalyzedQuestion
  const [extended] = addParts(question, [passage as unknown as MatchedPassage]).concepts
  return [...(extended?.partStems ?? [])]
}

test('a German word is found in compounds, and a compound in its parts', () => {
  expect(findParts('zins', 'de')).toEqual(['jahreszins'])
  expect(findParts('standardliefer', 'de')).toEqual(['liefer'])
})

test('a language without compounds has no parts', () => {
  expect(findParts('zins', 'en')).toEqual([])
})
