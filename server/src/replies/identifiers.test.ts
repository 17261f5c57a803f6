import { expect, test } from 'vitest'
import { containsIdentifier, findIdentifiers } from './identifiers.ts'
import { languages } from './language-data.ts'

const english = languages.filter(({ code }) => code === 'en')
const find = (text: string) => findIdentifiers(text, english)

test.each([
  ['What does E-42 mean?', ['e-42']],
  ['Is version 2.14.3 supported?', ['2.14.3']],
  ['Does the X100 float?', ['x100']],
  ['What does error 404 mean?', ['404']],
  ['Is Fibre 400 faster?', ['400']],
  ['reports of the last 7 days', []],
  ['from December 15 to January 15', []],
  ['open at 9am or 10:30?', []],
  ['a parcel of 5kg', []],
  ['Where is my order 20261124381?', []],
])('identifiers of "%s"', (text, identifiers) => {
  expect(find(text)).toEqual(identifiers)
})

test('an identifier is found as a whole word, whatever separates its parts', () => {
  expect(containsIdentifier('Code E 42: paper jam', 'e-42')).toBe(true)
  expect(containsIdentifier('Code E42.', 'e-42')).toBe(true)
  expect(containsIdentifier('Code E-421: paper jam', 'e-42')).toBe(false)
  expect(containsIdentifier('Version 12.14.3', '2.14.3')).toBe(false)
  expect(containsIdentifier('It costs 404.50', '404')).toBe(false)
})
