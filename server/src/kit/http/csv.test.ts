import { expect, test } from 'vitest'
import { formatCsvRow } from './csv.ts'

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['a"b\nc', '"a""b\nc"'],
  ['1 + 1 = 2; yes', '1 + 1 = 2; yes'],
  ['ada@example.com', 'ada@example.com'],
  ['50 % off, 20-30 left', '"50 % off, 20-30 left"'],
  // The beginning of a cell
  ['=1+1', "'=1+1"],
  [' +1', "' +1"],
  ['-1', "'-1"],
  ['+49 30 123', "'+49 30 123"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\t=1', "'\t'=1"],
  ['\r=1', '"\'\r\'=1"'],
  ['\u00a0=1', "'\u00a0=1"],
  ['\u200b=1', "'\u200b=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['\u0000=1', "'\u0000=1"],
  ['"=1', '"\'""=1"'],
  // Other forms of the characters
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['﹦1', "'﹦1"],
  ['−1', "'−1"],
  // After what another spreadsheet takes for a separator
  [';=1+1', ";'=1+1"],
  ['a;=1+1;b', "a;'=1+1;b"],
  ['a; =1+1', "a; '=1+1"],
  ['a;;=1', "a;;'=1"],
  ['a;"=1', '"a;""\'=1"'],
  ['a;＝1', "a;'＝1"],
  ['a,=1', '"a,\'=1"'],
  ['a\t@x', "a\t'@x"],
  ['a\n=1', '"a\n\'=1"'],
  ['a\n\n=1', '"a\n\n\'=1"'],
])('the cell %j is written as %j', (text, written) => {
  expect(formatCsvRow([text])).toBe(`${written}\r\n`)
})

test('a long run of separators is formatted in linear time', () => {
  const text = `${'\n'.repeat(200_000)}a${';'.repeat(200_000)}`
  expect(formatCsvRow([text])).toBe(`"${text}"\r\n`)
})
