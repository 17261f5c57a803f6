import { describe, expect, test } from 'vitest'
import { formatDuration, formatShare } from './format-report.ts'

test.each([
  [0, '0 s'],
  [47, '47 s'],
  [60, '1 min'],
  [130, '2 min 10 s'],
  [2500, '41 min'],
  [11_000, '3 h 3 min'],
  [7200, '2 h'],
  [100_000, '1 d 3 h'],
])('%i seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

describe('a share', () => {
  test('has an interval below 200 cases', () => {
    expect(formatShare(25, 137)).toBe('18% (13–26%)')
    expect(formatShare(50, 200)).toBe('25%')
  })

  test('needs cases', () => {
    expect(formatShare(0, 0)).toBe('–')
  })
})
