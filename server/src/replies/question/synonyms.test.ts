import { expect, test } from 'vitest'
import { languages } from '../language/language-data.ts'

test.each(languages.map(({ code, ...language }) => [code, language] as const))(
  '%s: vocabulary is in lower case and without accents, and a group of synonyms has several words',
  (_, { synonyms, questionWords, vagueWords, interrogatives }) => {
    const words = [...questionWords, ...vagueWords, ...interrogatives, ...synonyms.flat()]
    expect(
      words.filter((word) => word !== word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')),
    ).toEqual([])
    expect(synonyms.filter((group) => new Set(group).size < 2)).toEqual([])
    expect([...vagueWords].filter((word) => questionWords.has(word))).toEqual([])
  },
)
