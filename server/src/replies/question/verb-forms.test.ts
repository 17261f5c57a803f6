import { expect, test } from 'vitest'
import { languages } from '../language/language-data.ts'
import { listVerbForms } from './verb-forms.ts'

test.each([
  ['gespeichert', 'speichern', 'de'],
  ['freigeschaltet', 'freischalten', 'de'],
  ['speichern', 'gespeichert', 'de'],
  ['freischalten', 'freigeschaltet', 'de'],
  ['ladt', 'laden', 'de'],
  ['gewerkt', 'werken', 'nl'],
])('%s: another form is %s (%s)', (word, form, code) => {
  const forms = listVerbForms(
    word,
    languages.filter((language) => language.code === code),
  )
  expect(forms).toContain(form)
})

test('other languages have no such forms', () => {
  expect(
    listVerbForms(
      'gespeichert',
      languages.filter(({ code }) => code === 'en'),
    ),
  ).toEqual([])
})
