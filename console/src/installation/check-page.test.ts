import type { CheckIn, Installation } from '@aichat/contracts/widget/installation'
import { expect, test } from 'vitest'
import { buildCheckUrl, findCheckResult, normalizeUrl, suggestPage } from './check-page.ts'

const empty: Installation = { website: null, origins: [], seen: [], refused: [] }
const at = (minute: number, origin = 'https://acme.com'): CheckIn => ({
  origin,
  pageUrl: null,
  count: 1,
  firstSeenAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`,
})

test('adds https to a URL without a scheme', () => {
  expect(normalizeUrl(' acme.com/a ')).toBe('https://acme.com/a')
  expect(normalizeUrl('localhost:8080')).toBe('https://localhost:8080')
  expect(normalizeUrl('http://acme.com')).toBe('http://acme.com')
  for (const bad of ['', '  ', 'ftp://acme.com', 'a b', 'https://']) expect(normalizeUrl(bad), bad).toBeNull()
})

test('adds the check parameter to the page URL', () => {
  expect(buildCheckUrl('https://acme.com/a?b=c#d')).toBe('https://acme.com/a?b=c&aichat_check=1#d')
})

test('finds the newest check-in of the checked website since the check began', () => {
  const find = (before: Installation, now: Installation, page = 'https://acme.com/a') =>
    findCheckResult(page, before, now)
  expect(find(empty, empty)).toBeNull()
  expect(find({ ...empty, seen: [at(1)] }, { ...empty, seen: [at(1)] })).toBeNull()
  const found = { ...empty, seen: [at(2)] }
  expect(find({ ...empty, seen: [at(1)] }, found)).toEqual({ isRefused: false, checkIn: at(2) })
  const other = { ...empty, refused: [at(3, 'https://b.com')] }
  expect(find(empty, other)).toBeNull()
  expect(find(empty, { ...other, seen: [at(2)] })).toEqual({ isRefused: false, checkIn: at(2) })
  expect(find(empty, other, 'http://www.b.com/x')).toMatchObject({ isRefused: true })
  expect(find(empty, other, 'https://b.com:8443')).toBeNull()
})

test('suggests the website, then an allowed or detected one', () => {
  expect(suggestPage('https://acme.com/a', empty)).toBe('https://acme.com/a')
  expect(suggestPage(null, { ...empty, origins: ['https://b.com'] })).toBe('https://b.com')
  expect(suggestPage(null, { ...empty, seen: [at(1)] })).toBe('https://acme.com')
  expect(suggestPage(null, empty)).toBe('')
})
