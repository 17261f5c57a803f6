import { expect, test } from 'vitest'
import { findWrittenNumbers } from './number-words.ts'

test.each([
  ['two hundred and five', 205],
  ['twenty-one', 21],
  ['two thousand five hundred', 2500],
  ['one hundred and twenty thousand three hundred and four', 120_304],
  ['three million', 3_000_000],
  ['einundzwanzig', 21],
  ['zweihundertfünfundvierzig', 245],
  ['eintausendvierhundertfünfzig', 1450],
  ['hunderteinundzwanzig', 121],
  ['dreißig', 30],
  ['treinta y cinco', 35],
  ['mil doscientos cincuenta', 1250],
  ['veintidós', 22],
  ['quatre-vingts', 80],
  ['quatre-vingt-dix-sept', 97],
  ['soixante et onze', 71],
  ['deux cent trois', 203],
  ['dix mille', 10_000],
  ['ventotto', 28],
  ['quarantacinque', 45],
  ['duecentocinquanta', 250],
  ['tremila', 3000],
  ['trinta e cinco', 35],
  ['cento e vinte e um', 121],
  ['vijfendertig', 35],
  ['tweeëntwintig', 22],
  ['honderdvijf', 105],
  ['duizend', 1000],
])('%s is %i', (text, value) => {
  const [number] = findWrittenNumbers(`x ${text} y`)
  expect(number).toMatchObject({ value, start: 2, end: 2 + text.length })
})

test.each([
  ['nine or ten', [9, 10]],
  ['five forty', [5, 40]],
  ['Monday and twenty', [20]],
  ['the zebra, enter, dosage and tension', []],
])('%s holds %j', (text, values) => {
  expect(findWrittenNumbers(text).map(({ value }) => value)).toEqual(values)
})
