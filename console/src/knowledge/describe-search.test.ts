import { expect, test } from 'vitest'
import { describeSearch } from './describe-search.ts'

const all = {
  words: true as const,
  typos: true,
  meaning: 'on' as const,
  embeddingModel: 'e',
  chunks: 9,
  chunksWithoutMeaning: 0,
}

test('says by what knowledge is found, and what to do for more', () => {
  expect(describeSearch(all)).toBe('Found by words, misspelt words, and meaning.')
  expect(describeSearch({ ...all, chunksWithoutMeaning: 2 })).toContain('2 of 9 passages')
  expect(describeSearch({ ...all, typos: false, meaning: 'off', embeddingModel: null })).toMatch(
    /^Found by words\. .*AI_EMBEDDING_MODEL/,
  )
  expect(describeSearch({ ...all, meaning: 'unavailable' })).toContain('no pgvector')
})
