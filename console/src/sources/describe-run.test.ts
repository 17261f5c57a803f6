import type { SourceRun } from '@aichat/contracts/ai/sources'
import { expect, test } from 'vitest'
import { describeRun } from './describe-run.ts'

const none = { new: 0, changed: 0, unchanged: 0, skipped: 0, missing: 0, removed: 0, failed: 0, remaining: 0 }
const run = (
  status: SourceRun['status'],
  counts: Partial<SourceRun['counts']>,
  isLimited = false,
): SourceRun => ({
  id: 'r',
  reason: 'manual',
  status,
  error: null,
  isLimited,
  notes: [],
  startedAt: '',
  finishedAt: null,
  counts: { found: 9, read: 9, ...none, ...counts },
})

test('a run is described by its progress, then by its changes', () => {
  expect(describeRun(run('running', { read: 4, failed: 1, remaining: 4 }))).toBe(
    '9 found · 4 read · 1 failed · 4 remaining',
  )
  expect(describeRun(run('completed', {}))).toBe('No changes')
  expect(describeRun(run('completed', { new: 2, removed: 1 }, true))).toBe(
    '2 new · 1 removed · Page limit reached',
  )
  expect(describeRun(run('stopped', { new: 1, remaining: 3 }))).toBe('Stopped with 3 pages remaining · 1 new')
  expect(describeRun(run('stopped', { remaining: 1 }))).toBe('Stopped with 1 page remaining · No changes')
  expect(describeRun({ ...run('failed', {}), error: 'No sitemap was found.' })).toBe('No sitemap was found.')
})
