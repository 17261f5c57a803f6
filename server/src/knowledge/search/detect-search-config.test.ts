import { expect, test } from 'vitest'
import { detectPassageConfig, detectSearchConfig } from './detect-search-config.ts'
import { normalizeText, tokenize } from './normalize-text.ts'

test.each([
  ['You may return any item within 30 days of delivery.', 'english'],
  ['Sie können die Ware innerhalb von 30 Tagen zurückgeben, und wir erstatten den Preis.', 'german'],
  ['Vous pouvez retourner les articles dans les 30 jours et nous vous remboursons.', 'french'],
  ['Puede devolver los artículos en un plazo de 30 días y le devolvemos el dinero por la compra.', 'spanish'],
  ['4711 0815', 'english'],
])('%s is %s', (text, language) => {
  expect(detectSearchConfig([text])).toBe(language)
})

test('a passage has the language of its page unless it is clearly in another one', () => {
  const english = 'Deliveries to the islands are made by the ferry, and you are called on the day before.'
  expect(detectPassageConfig(english, 'german')).toBe('english')
  expect(detectPassageConfig('The Pickup Lounge', 'german')).toBe('german')
  expect(detectPassageConfig('4711 0815', 'german')).toBe('german')
})

test('indexed texts and questions are normalized in the same way', () => {
  expect(normalizeText('Crème brûlée, E-Mail, Straße, check-up')).toBe(
    'creme brulee, email, strasse, check up',
  )
  expect(tokenize("Don't ring help@example.com at 4.30!")).toEqual([
    'dont',
    'ring',
    'help@example.com',
    'at',
    '4.30',
  ])
})

test.each([
  ["l'abonnement d'un an", ['l', 'abonnement', 'd', 'un', 'an']],
  ['qu’est-ce que c’est', ['qu', 'est', 'ce', 'que', 'c', 'est']],
  ["dell'hotel", ['dell', 'hotel']],
  ["don't", ['dont']],
  ["O'Brien's", ['obriens']],
])('an article before an apostrophe is a word of its own: %s', (text, words) => {
  expect(tokenize(text)).toEqual(words)
})
