import { expect, test } from 'vitest'
import { emojiBegun, emojiOf } from './emoji-shortcodes.ts'

test('a name begins with a colon after a space or at the start, and is no time or address', () => {
  expect(emojiBegun('Thanks :smi')).toBe('smi')
  expect(emojiBegun(':+1')).toBe('+1')
  for (const text of [':s', 'at 10:30', 'https://example', 'Name:value', ':smile '])
    expect(emojiBegun(text)).toBeNull()
})

test('emoji are found by the beginning of any of their names, the shortest first', () => {
  const names = { '1F604': ['smile', 'happy'], '1F63A': 'smiley_cat', '1F1E9-1F1EA': 'de' }
  expect(emojiOf(names, 'smil', 8).map(({ name }) => name)).toEqual(['😄 smile', '😺 smiley_cat'])
  expect(emojiOf(names, 'happ', 8).map(({ text }) => text)).toEqual(['😄'])
  expect(emojiOf(names, 'de', 8).map(({ text }) => text)).toEqual(['🇩🇪'])
})
