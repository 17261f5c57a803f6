import { readFileSync } from 'node:fs'
import type { PublicHours } from '@aichat/contracts/company/hours'
import { languageCodes } from '@aichat/contracts/kit/languages'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { getAvailability } from './availability.ts'
import { words } from './words.ts'

const english = { ...words }
const now = new Date(2026, 10, 23, 18, 0)

function useLanguage(code: string, languages = [code]) {
  const file = new URL(`../languages/${code}.json`, import.meta.url)
  Object.assign(words, code === 'en' ? english : JSON.parse(readFileSync(file, 'utf8')))
  vi.stubGlobal('document', { documentElement: { lang: code } })
  vi.stubGlobal('navigator', { languages })
}

afterEach(() => {
  vi.unstubAllGlobals()
  Object.assign(words, english)
})

function describeHours(hours: Partial<PublicHours>): string {
  const closed = { isOpen: false, opensAt: null, closesAt: null, timeZone: 'UTC', replyMinutes: null }
  return getAvailability({ hours: { ...closed, outsideHours: 'ai', ...hours } }, now)
}

const opensAt = (...date: [number, number, number, number, number]) => ({
  opensAt: new Date(...date).toISOString(),
})

describe('the availability', () => {
  test('names today, tomorrow, a weekday or a date', () => {
    useLanguage('en', ['fr', 'en-GB'])
    expect(describeHours(opensAt(2026, 10, 23, 20, 30))).toBe('Back at 20:30')
    expect(describeHours(opensAt(2026, 10, 24, 9, 0))).toBe('Back tomorrow at 9:00')
    expect(describeHours(opensAt(2026, 10, 29, 9, 0))).toBe('Back Sunday at 9:00')
    expect(describeHours(opensAt(2026, 10, 30, 9, 0))).toBe('Back Monday 30 November at 9:00')
  })

  test('names the reply time in minutes or hours', () => {
    useLanguage('en')
    expect(describeHours({ isOpen: true, replyMinutes: 10 })).toBe('We usually reply in about 10 minutes')
    expect(describeHours({ isOpen: true, replyMinutes: 1 })).toBe('We usually reply in about 1 minute')
    expect(describeHours({ isOpen: true, replyMinutes: 120 })).toBe('We usually reply in about 2 hours')
  })

  test('is empty where nothing is known', () => {
    expect(getAvailability({ hours: null }, now)).toBe('')
    expect(describeHours({ isOpen: true })).toBe('')
    expect(describeHours({})).toBe('')
  })

  test.each(languageCodes)('fills every text in %s', (code) => {
    useLanguage(code)
    const lines = [
      describeHours(opensAt(2026, 10, 23, 20, 0)),
      describeHours(opensAt(2026, 10, 24, 9, 0)),
      describeHours(opensAt(2026, 10, 26, 9, 0)),
      describeHours(opensAt(2026, 11, 27, 9, 0)),
      describeHours({ isOpen: true, replyMinutes: 10 }),
    ]
    for (const line of lines) {
      expect(line).toMatch(/\p{L}+.*[\d\u0660-\u0669]/u)
      expect(line).not.toMatch(/[{}]/)
    }
    expect(new Set(lines).size).toBe(lines.length)
  })
})
