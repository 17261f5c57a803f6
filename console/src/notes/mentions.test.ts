import { expect, test } from 'vitest'
import { findMentions, matchMentionPrefix } from './mentions.ts'

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
])('"%s" mentions %j', (text, ids) => {
  expect(findMentions(text, members)).toEqual(ids)
})

test.each([
  ['@', ''],
  ['ask @ki', 'ki'],
  ['a@b', null],
  ['nothing', null],
])('%j ends with the mention prefix %j', (text, name) => {
  expect(matchMentionPrefix(text)).toBe(name)
})
