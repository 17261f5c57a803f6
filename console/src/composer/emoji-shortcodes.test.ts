import { expect, test } from 'vitest'
import { findEmoji, matchShortcode } from './emoji-shortcodes.ts'

test('matches a shortcode at the start or after a space, but no time or address', () => {
  expect(matchShortcode('Thanks :smi')).toBe('smi')
  expect(matchShortcode(':+1')).toBe('+1')
  for (const text of [':s', 'at 10:30', 'https://example', 'Name:value', ':smile '])
    expect(matchShortcode(text)).toBeNull()
})

test('finds emoji by the start of any of their shortcodes, shortest first', () => {
  const shortcodes = { '1F604': ['smile', 'happy'], '1F63A': 'smiley_cat', '1F1E9-1F1EA': 'de' }
  expect(findEmoji(shortcodes, 'smil', 8).map(({ name }) => name)).toEqual(['😄 smile', '😺 smiley_cat'])
  expect(findEmoji(shortcodes, 'happ', 8).map(({ text }) => text)).toEqual(['😄'])
  expect(findEmoji(shortcodes, 'de', 8).map(({ text }) => text)).toEqual(['🇩🇪'])
})
