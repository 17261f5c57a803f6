import type { CheckIn, Installation } from '@aichat/contracts/installation'
import { expect, test } from 'vitest'
import { checkAddress, fullAddress, likelyPage, newsSince } from './check.ts'

const nothing: Installation = { website: null, origins: [], seen: [], refused: [] }
const at = (minute: number, origin = 'https://acme.com'): CheckIn => ({
  origin,
  pageUrl: null,
  count: 1,
  firstSeenAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`,
})

test('an address without its scheme is taken as https', () => {
  expect(fullAddress(' acme.com/a ')).toBe('https://acme.com/a')
  expect(fullAddress('localhost:8080')).toBe('https://localhost:8080')
  expect(fullAddress('http://acme.com')).toBe('http://acme.com')
  for (const bad of ['', '  ', 'ftp://acme.com', 'a b', 'https://']) expect(fullAddress(bad), bad).toBeNull()
})

test('the page is opened with the mark that its loader looks for', () => {
  expect(checkAddress('https://acme.com/a?b=c#d')).toBe('https://acme.com/a?b=c&aichat_check=1#d')
})

test('news is what was seen or refused later than before, the newest of it', () => {
  expect(newsSince(nothing, nothing)).toBeNull()
  expect(newsSince({ ...nothing, seen: [at(1)] }, { ...nothing, seen: [at(1)] })).toBeNull()
  expect(newsSince({ ...nothing, seen: [at(1)] }, { ...nothing, seen: [at(2)] })).toEqual({
    isRefused: false,
    sighting: at(2),
  })
  expect(newsSince(nothing, { ...nothing, seen: [at(2)], refused: [at(3, 'https://b.com')] })).toMatchObject({
    isRefused: true,
    sighting: { origin: 'https://b.com' },
  })
})

test('the page to check first is the website, else where it may be or was', () => {
  expect(likelyPage('https://acme.com/a', nothing)).toBe('https://acme.com/a')
  expect(likelyPage(null, { ...nothing, origins: ['https://b.com'] })).toBe('https://b.com')
  expect(likelyPage(null, { ...nothing, seen: [at(1)] })).toBe('https://acme.com')
  expect(likelyPage(null, nothing)).toBe('')
})
