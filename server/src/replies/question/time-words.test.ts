import { expect, test } from 'vitest'
import { languages } from '../language/language-data.ts'
import { listAskedTimeWords, listTimeWords } from './time-words.ts'

const open = 'opening:hours'
const days = (...numbers: number[]) => numbers.map((number) => `weekday:${number}`)

test.each([
  ['Tue-Fri 10:00 - 17:30', [...days(2, 3, 4, 5), open]],
  ['Sat 9:30 - 14:00, knitting help all morning', [...days(6), open]],
  ['Tue, Thu 8-12', [...days(2, 4), open]],
  ['Mon closed', [...days(1), open]],
  ['Samstags von 9 bis 13 Uhr', [...days(6), open]],
  ['de lunes a jueves de 9:00 a 19:00', [...days(1, 2, 3, 4), open]],
  ['täglich 10 bis 18 Uhr', [...days(1, 2, 3, 4, 5, 6, 7), open]],
  ['Delivery is by our own van on Thursdays.', days(4)],
  ['I sat down at 9:30.', []],
  ['So 3 Euro reichen.', []],
  ['The course takes 8 weeks.', []],
])('"%s" states %j', (text, words) => {
  expect(listTimeWords(text).toSorted()).toEqual(words.toSorted())
})

test.each([
  ['saturday', 'en', days(6)],
  ['sundays', 'en', days(7)],
  ['open', 'en', [open]],
  ['miercoles', 'es', days(3)],
  ['geoffnet', 'de', [open]],
  ['sat', 'en', []],
  ['delivery', 'en', []],
])('the word "%s" (%s) asks for %j', (word, code, words) => {
  expect(
    listAskedTimeWords(
      word,
      languages.filter((language) => language.code === code),
    ),
  ).toEqual(words)
})
