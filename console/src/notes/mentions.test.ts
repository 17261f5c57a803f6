import { expect, test } from 'vitest'
import { mentionedIn, nameBegun } from './mentions.ts'

const members = [
  { id: 'kim', name: 'Kim' },
  { id: 'kim-lee', name: 'Kim Lee' },
  { id: 'ann', name: 'Ann' },
]

test.each([
  ['@Kim Lee please look', ['kim-lee']],
  ['@kim and @ANN', ['kim', 'ann']],
  ['Kim said so', []],
  ['@Kim Lee and @Kim', ['kim-lee', 'kim']],
])('%s speaks to %j', (text, ids) => {
  expect(mentionedIn(text, members)).toEqual(ids)
})

test.each([
  ['@', ''],
  ['ask @ki', 'ki'],
  ['a@b', null],
  ['nothing', null],
])('%j has begun %j', (text, name) => {
  expect(nameBegun(text)).toBe(name)
})
