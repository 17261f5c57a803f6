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

test('describes how answers are found', () => {
  expect(describeSearch({ ...status, chunksWithoutMeaning: 0 })).toBe(
    'Your AI assistant finds answers by keywords and meaning, also with typos.',
  )
  expect(describeSearch({ ...status, chunksWithoutMeaning: 2 })).toContain('7 of 9 sections done')
  expect(describeSearch({ ...status, meaning: 'off', embeddingModel: null, chunksWithoutMeaning: 9 })).toBe(
    'Your AI assistant finds answers by keywords, also with typos.',
  )
  expect(describeSearch({ ...status, typos: false, meaning: 'unavailable' })).toBe(
    'Your AI assistant finds answers by keywords. Search by meaning is unavailable.',
  )
})
