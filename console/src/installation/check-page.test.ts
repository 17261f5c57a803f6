import type { CheckIn, Installation } from '@aichat/contracts/installation'
import { expect, test } from 'vitest'
import { buildCheckUrl, findNewCheckIn, normalizeUrl, suggestPage } from './check-page.ts'

const nothing: Installation = { website: null, origins: [], seen: [], refused: [] }
const at = (minute: number, origin = 'https://acme.com'): CheckIn => ({
  origin,
  pageUrl: null,
  count: 1,
  firstSeenAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`,
})

test('an address without its scheme is taken as https', () => {
  expect(normalizeUrl(' acme.com/a ')).toBe('https://acme.com/a')
  expect(normalizeUrl('localhost:8080')).toBe('https://localhost:8080')
  expect(normalizeUrl('http://acme.com')).toBe('http://acme.com')
  for (const bad of ['', '  ', 'ftp://acme.com', 'a b', 'https://']) expect(normalizeUrl(bad), bad).toBeNull()
})

test('the page is opened with the mark that its loader looks for', () => {
  expect(buildCheckUrl('https://acme.com/a?b=c#d')).toBe('https://acme.com/a?b=c&aichat_check=1#d')
})

test('news is what was seen or refused later than before, the newest of it', () => {
  expect(findNewCheckIn(nothing, nothing)).toBeNull()
  expect(findNewCheckIn({ ...nothing, seen: [at(1)] }, { ...nothing, seen: [at(1)] })).toBeNull()
  expect(findNewCheckIn({ ...nothing, seen: [at(1)] }, { ...nothing, seen: [at(2)] })).toEqual({
    isRefused: false,
    checkIn: at(2),
  })
  expect(
    findNewCheckIn(nothing, { ...nothing, seen: [at(2)], refused: [at(3, 'https://b.com')] }),
  ).toMatchObject({
    isRefused: true,
    checkIn: { origin: 'https://b.com' },
  })
})

test('the page to check first is the website, else where it may be or was', () => {
  expect(suggestPage('https://acme.com/a', nothing)).toBe('https://acme.com/a')
  expect(suggestPage(null, { ...nothing, origins: ['https://b.com'] })).toBe('https://b.com')
  expect(suggestPage(null, { ...nothing, seen: [at(1)] })).toBe('https://acme.com')
  expect(suggestPage(null, nothing)).toBe('')
})
