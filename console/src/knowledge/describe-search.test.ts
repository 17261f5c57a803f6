import { expect, test } from 'vitest'
import { describeSearch } from './describe-search.ts'

const status = {
  words: true as const,
  typos: true,
  meaning: 'on' as const,
  embeddingModel: 'e',
  chunks: 9,
  chunksWithoutMeaning: 0,
}

test('describes how knowledge is searched and what could be improved', () => {
  expect(describeSearch(status)).toBe('Matches keywords and meaning, with typo tolerance.')
  expect(describeSearch({ ...status, chunksWithoutMeaning: 2 })).toContain('7 of 9 sections done')
  expect(describeSearch({ ...status, meaning: 'off', embeddingModel: null })).toBe(
    'Matches keywords, with typo tolerance. Ask your administrator to enable semantic search.',
  )
  expect(describeSearch({ ...status, typos: false, meaning: 'unavailable' })).toMatch(
    /^Matches keywords\. Semantic search is unavailable/,
  )
})
