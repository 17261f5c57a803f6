import { readFileSync } from 'node:fs'
import { languageCodes } from '@aichat/contracts/languages'
import { describe, expect, test } from 'vitest'
import { chooseLanguage } from './languages.ts'
import { words } from './words.ts'

describe('the language of a visitor', () => {
  test('is the first of theirs that the chat speaks', () => {
    expect(chooseLanguage(['de-CH', 'fr'])).toBe('de')
    expect(chooseLanguage(['', 'ja', 'pt-BR'])).toBe('pt')
    expect(chooseLanguage(['iw'])).toBe('he')
    expect(chooseLanguage(['ja', 'constructor'])).toBe('en')
    expect(chooseLanguage([])).toBe('en')
  })

  test('is one that the product lists', () => {
    expect(languageCodes.filter((code) => chooseLanguage([code]) === code)).toEqual(languageCodes)
  })

  test.each(languageCodes.filter((code) => code !== 'en'))('%s has every word, and only those', (code) => {
    const said = JSON.parse(readFileSync(new URL(`languages/${code}.json`, import.meta.url), 'utf8'))
    expect(Object.keys(said)).toEqual(Object.keys(words))
    expect(Object.values(said).every((text) => typeof text === 'string' && text.trim() !== '')).toBe(true)
    expect(said.rating).toContain('{n}')
  })
})
