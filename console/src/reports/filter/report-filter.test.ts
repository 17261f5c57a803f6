import { describe, expect, test } from 'vitest'
import { findPeriodError, formatFilter, parseFilter, parseGroup } from './report-filter.ts'

const today = '2026-03-02'
const parse = (query: string) => parseFilter(new URLSearchParams(query), today)

describe('the filter of a report in the URL', () => {
  test.each([
    ['', { period: '28-days', from: '2026-02-03', to: today }],
    ['period=today', { period: 'today', from: today, to: today }],
    ['period=7-days', { period: '7-days', from: '2026-02-24', to: today }],
    ['period=12-months', { period: '12-months', from: '2025-03-04', to: today }],
    ['from=2026-01-01&to=2027-01-01', { period: 'custom', from: '2026-01-01', to: today }],
    ['from=2026-01-01&to=2026-01-31', { period: 'custom', from: '2026-01-01', to: '2026-01-31' }],
    [
      'language=de&project=p',
      { period: '28-days', from: '2026-02-03', to: today, language: 'de', projectId: 'p' },
    ],
    ['label=l', { period: '28-days', from: '2026-02-03', to: today, labelId: 'l' }],
    ['label=l&language=de', { period: '28-days', from: '2026-02-03', to: today, labelId: 'l' }],
    ['language=unknown', { period: '28-days', from: '2026-02-03', to: today, language: '' }],
  ])('%s is read, and written again', (query, filter) => {
    expect(parse(query)).toEqual(filter)
    expect(parse(formatFilter(parse(query)).toString())).toEqual(filter)
  })

  test.each([
    'period=toString',
    'period=custom',
    'from=2026-02-30&to=2026-03-01',
    'from=2026-01-01',
    'from=0000-01-01&to=0000-01-20',
    'language=',
    'language=english',
  ])('%s is ignored', (query) => expect(parse(query)).toEqual(parse('')))

  test('a period is refused as the API refuses it', () => {
    expect(findPeriodError({ from: '2026-01-02', to: '2026-01-02' })).toBeNull()
    expect(findPeriodError({ from: '2026-01-02', to: '2026-01-01' })).toBe(
      'The start date must not be after the end date',
    )
    expect(findPeriodError({ from: '2025-01-01', to: '2026-02-04' })).toBeNull()
    expect(findPeriodError({ from: '2025-01-01', to: '2026-02-05' })).toBe('Choose at most 400 days')
  })
})

test.each([
  ['measure=quiet', { measure: 'quiet' }],
  ['rating=4', { rating: 4 }],
  ['handoverReason=no_answer', { handoverReason: 'no_answer' }],
  ['agentId=a', { agentId: 'a', agentMeasure: 'replied' }],
  ['sourceId=s&sourceMeasure=unhelpful', { sourceId: 's', sourceMeasure: 'unhelpful' }],
  ['period=today', { measure: 'conversations' }],
  ['rating=6', null],
  ['measure=nonsense', null],
  ['handoverReason=nonsense', null],
  ['agentId=a&agentMeasure=nonsense', null],
])('the group of %s', (query, group) => {
  expect(parseGroup(new URLSearchParams(query))).toEqual(group)
})
