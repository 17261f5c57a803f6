import { expect, test } from 'vitest'
import { findSlash } from './find-slash.ts'

test.each([
  ['/', { from: 0, query: '' }],
  ['/Thanks for', { from: 0, query: 'thanks for' }],
  ['Hello Ada, /', { from: 11, query: '' }],
  ['Hello Ada,\n/re', { from: 11, query: 're' }],
])('%j is completed', (text, slash) => {
  expect(findSlash(text, text.length)).toEqual(slash)
})

test.each(['and/or', 'https://shop.example.com/re', 'open 24 /7', 'a /re turn', '/one\nline'])(
  '%j is not completed',
  (text) => {
    expect(findSlash(text, text.length)).toBeNull()
  },
)

test('only the text up to the caret counts', () => {
  expect(findSlash('Hello /re, see you', 9)).toEqual({ from: 6, query: 're' })
  expect(findSlash('Hello /re, see you', 18)).toBeNull()
})
