import { expect, test } from 'vitest'
import { truncateText } from './text.ts'

test.each([
  ['shorter than the limit', 'Hello', 6, 'Hello'],
  ['as long as the limit', 'Hello', 5, 'Hello'],
  ['cut between letters', 'Hello', 4, 'Hell'],
  ['cut before an emoji that does not fit', 'abc😀', 4, 'abc'],
  ['with an emoji that fits', 'ab😀c', 4, 'ab😀'],
  ['cut before a family of emoji', 'ab👨‍👩‍👧‍👦', 8, 'ab'],
  ['cut before a flag', 'a🇫🇷🇩🇪', 7, 'a🇫🇷'],
  ['cut before a letter with a combining mark', 'ae\u0301', 2, 'a'],
  ['cut between a carriage return and a line feed', 'a\r\nb', 2, 'a'],
  ['empty', '', 0, ''],
])('text %s', (_, text, maxLength, expected) => {
  expect(truncateText(text, maxLength)).toBe(expected)
})

test('of every cut, the text is well-formed and within the limit', () => {
  const text = 'a😀é👨‍👩‍👧‍👦🇫🇷x\u0301'.repeat(3)
  for (let maxLength = 0; maxLength <= text.length; maxLength++) {
    const cut = truncateText(text, maxLength)
    expect(cut.length).toBeLessThanOrEqual(maxLength)
    expect(text.startsWith(cut)).toBe(true)
    expect(cut).not.toMatch(/\p{Surrogate}/u)
  }
})

test('a cluster of very many combining marks is cut in the middle, at a code point', () => {
  expect(truncateText(`a${'\u0301'.repeat(500)}`, 100)).toBe(`a${'\u0301'.repeat(99)}`)
  expect(truncateText(`a${'\u{1d165}'.repeat(500)}`, 100)).toBe(`a${'\u{1d165}'.repeat(49)}`)
})
