import { expect, test } from 'vitest'
import { getDistinctSources } from './distinct-sources.ts'

test('a page that is quoted twice is one source, with its first quote', () => {
  const source = (itemId: string, quote: string) => ({ itemId, quote, title: itemId, url: null })
  expect(getDistinctSources([source('a', '1'), source('b', '2'), source('a', '3')])).toEqual([
    source('a', '1'),
    source('b', '2'),
  ])
})
