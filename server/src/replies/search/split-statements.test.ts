import { expect, test } from 'vitest'
import { splitStatements } from './split-statements.ts'

test('items refer to the introduction of their list, sentences after the list do not', () => {
  const body = 'We do not accept:\nCash\nChecks\nYour card is charged when we ship. Receipts follow by email.'
  expect(splitStatements(body).map(({ text, leadIn }) => [text, leadIn])).toEqual([
    ['We do not accept:', null],
    ['Cash', 0],
    ['Checks', 0],
    ['Your card is charged when we ship.', null],
    ['Receipts follow by email.', null],
  ])
})

test('a list with markers ends with the last marker', () => {
  const body = 'Excluded from returns:\n- Opened software.\n- Gift cards.\nAll else can be returned.'
  expect(splitStatements(body).map(({ leadIn }) => leadIn)).toEqual([null, 0, 0, null])
})

test('the sentence before a list with markers introduces it', () => {
  const body =
    'Please note. These items are refused.\n- Paint\n- Batteries\nAsk us first.\n1. Call\n2. Come by\nWe answer.'
  expect(splitStatements(body).map(({ leadIn }) => leadIn)).toEqual([null, null, 1, 1, null, 4, 4, null])
})

test('a list after a table or at the start has no introduction', () => {
  expect(splitStatements('- Paint\n- Glue').map(({ leadIn }) => leadIn)).toEqual([null, null])
  const body = '| Plan | Price |\n|---|---|\n| Small | 9 euros |\n- Paint'
  expect(splitStatements(body).map(({ leadIn }) => leadIn)).toEqual([null, null])
})

test('a table row names its columns, and rulers are no statements', () => {
  const body = '| Plan | Price |\n|---|---|\n| Small | 9 euros |\n---\nPrices include tax.'
  expect(splitStatements(body).map(({ text }) => text)).toEqual([
    'Small – Price: 9 euros.',
    'Prices include tax.',
  ])
})
