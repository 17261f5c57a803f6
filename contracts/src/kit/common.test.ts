import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { optionalLine, requiredLine } from './common.ts'

const line = requiredLine(20, 'Enter a name')

test.each([
  ['Ann', 'Ann'],
  ['  Ann \t Lee ', 'Ann   Lee'],
  ['Acme\r\nBcc: eve', 'Acme Bcc: eve'],
  ['one\u2028two\u2029three\u0085four', 'one two three four'],
  ['\u202eexe.gpj\u202c', 'exe.gpj'],
  ['\u2066a\u2067b\u2068c\u2069\u061c\u200e\u200f', 'abc'],
  ['A\u200bB\u2060C\ufeffD\u00adE', 'ABCDE'],
  ['\u{e0041}\u{e0042}hidden', 'hidden'],
  ['👩‍💻 نام‌ها', '👩‍💻 نام‌ها'],
  ['\u0000\u0007\u001b[31mred', '[31mred'],
])('%j becomes the line %j', (text, expected) => {
  expect(z.parse(line, text)).toBe(expected)
})

test.each([' ', '\u202e', '\u200d\u200c', '\r\n\u2066', 5, undefined])('%j is missing', (text) => {
  expect(z.safeParse(line, text).error?.issues[0]?.message).toBe('Enter a name')
})

test('the limit counts the characters that are stored', () => {
  expect(z.safeParse(line, 'x'.repeat(21)).error?.issues[0]?.message).toBe('Use at most 20 characters')
  expect(z.parse(line, `${'x'.repeat(20)}\u202e`)).toHaveLength(20)
  expect(z.parse(optionalLine(20), '\u202e')).toBe('')
})
