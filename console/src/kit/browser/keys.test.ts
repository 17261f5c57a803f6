// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { createKeyMatcher, isChord, keyCaps, toAriaKeyShortcuts } from './keys.ts'

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
const all = ['Mod+K', '?', 'G D', 'G P', 'N', 'Shift+J', 'J']

function press(key: string, extra = {}) {
  return { ...none, key, ...extra }
}

test('matches a chord with Ctrl and with ⌘', () => {
  const match = createKeyMatcher()
  expect(match(press('k', { ctrlKey: true }), all)).toBe('Mod+K')
  expect(match(press('k', { metaKey: true }), all)).toBe('Mod+K')
  expect(match(press('k'), all)).toBeNull()
})

test('matches a character with or without Shift', () => {
  const match = createKeyMatcher()
  expect(match(press('?', { shiftKey: true }), all)).toBe('?')
  expect(match(press('?'), all)).toBe('?')
})

test('distinguishes a letter with Shift from the letter', () => {
  const match = createKeyMatcher()
  expect(match(press('J', { shiftKey: true }), all)).toBe('Shift+J')
  expect(match(press('j'), all)).toBe('J')
})

test('matches a sequence only in order and before the timeout', () => {
  let time = 0
  const match = createKeyMatcher(() => time)
  expect(match(press('g'), all)).toBeNull()
  time = 900
  expect(match(press('d'), all)).toBe('G D')
  expect(match(press('d'), all)).toBeNull()
  match(press('g'), all)
  time = 3000
  expect(match(press('p'), all)).toBeNull()
})

test('matches a key that does not continue a sequence on its own', () => {
  const match = createKeyMatcher()
  match(press('g'), all)
  expect(match(press('n'), all)).toBe('N')
})

test('ignores key presses with Alt', () => {
  expect(createKeyMatcher()(press('n', { altKey: true }), all)).toBeNull()
})

test('splits shortcuts into key caps', () => {
  expect(keyCaps('Mod+Shift+A')).toEqual(['Ctrl', 'Shift', 'A'])
  expect(keyCaps('G D')).toEqual(['G', 'D'])
  expect(keyCaps('?')).toEqual(['?'])
  expect(toAriaKeyShortcuts('Mod+K')).toBe('Control+K')
  expect(toAriaKeyShortcuts('G D')).toBeUndefined()
  expect(isChord('Mod+B')).toBe(true)
  expect(isChord('N')).toBe(false)
})
