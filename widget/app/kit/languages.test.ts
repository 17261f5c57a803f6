import { readFileSync } from 'node:fs'
import { languageCodes } from '@aichat/contracts/kit/languages'
import { describe, expect, test } from 'vitest'
import { chooseLanguage } from './languages.ts'
import { words } from './words.ts'

describe('chooseLanguage', () => {
  test('returns the first supported language', () => {
    expect(chooseLanguage(['de-CH', 'fr'])).toBe('de')
    expect(chooseLanguage(['', 'ja', 'pt-BR'])).toBe('pt')
    expect(chooseLanguage(['iw'])).toBe('he')
    expect(chooseLanguage(['ja', 'constructor'])).toBe('en')
    expect(chooseLanguage([])).toBe('en')
  })

  test('supports every language of the product', () => {
    expect(languageCodes.filter((code) => chooseLanguage([code]) === code)).toEqual(languageCodes)
  })

  test.each(languageCodes.filter((code) => code !== 'en'))(
    '%s translates every text and no other',
    (code) => {
      const translated = JSON.parse(
        readFileSync(new URL(`../languages/${code}.json`, import.meta.url), 'utf8'),
      )
      expect(Object.keys(translated)).toEqual(Object.keys(words))
      expect(Object.values(translated).every((text) => typeof text === 'string' && text.trim() !== '')).toBe(
        true,
      )
      expect(translated.rating).toContain('{n}')
    },
  )
})
