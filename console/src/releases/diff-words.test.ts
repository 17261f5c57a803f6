import { expect, test } from 'vitest'
import { diffWords } from './diff-words.ts'

const join = (parts: { text: string; isChanged: boolean }[]) =>
  parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')

test('marks the words that differ in both texts', () => {
  const { before, after } = diffWords(
    'You may return items within 30 days.',
    'You may return items within 14 days.',
  )
  expect(join(before)).toBe('You may return items within [30] days.')
  expect(join(after)).toBe('You may return items within [14] days.')
})

test('marks added and removed words on their side only', () => {
  const { before, after } = diffWords('Open daily.', 'Open daily, also on Sundays.')
  expect(join(before)).not.toContain('Sundays')
  expect(join(after)).toContain('Sundays')
  expect(after.map(({ text }) => text).join('')).toBe('Open daily, also on Sundays.')
})

test('shortens long unchanged text around a change', () => {
  const filler = 'word '.repeat(200)
  const { before, after } = diffWords(`${filler}old ${filler}`, `${filler}new ${filler}`)
  for (const [parts, own] of [
    [before, '[old]'],
    [after, '[new]'],
  ] as const) {
    expect(join(parts)).toContain(own)
    expect(join(parts)).toMatch(/^….+….*$/)
    expect(join(parts).length).toBeLessThan(400)
  }
})

test('keeps a text without changes', () => {
  const { before } = diffWords('Same text.', 'Same text.')
  expect(before).toEqual([{ text: 'Same text.', isChanged: false }])
})
