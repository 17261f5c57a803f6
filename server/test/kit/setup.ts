import { afterEach, expect } from 'vitest'
import { takeViolations } from './watch-transactions.ts'

afterEach(() => {
  expect(takeViolations(), 'a transaction must not wait for anything but the database').toEqual([])
})
