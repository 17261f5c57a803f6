import type { Language } from './number-languages.ts'
import { stripAccents } from './number-words.ts'

/** Values of the same dimension are compared after multiplication with the factor. */
export type Unit = { dimension: string; factor: number; symbol: string; languages: Language[] | null }

const hour = 3600
const day = 24 * hour

/**
 * Dimension, factor, symbol, and the words of each language. `clock` is an hour of the day; `hours` may be a duration or an hour
 * of the day: "10 heures", "22 uur", "9 h".
 */
const table: [string, number, string, Partial<Record<Language | 'all', string>>][] = [
  ['€', 1, '€', { all: '€ eur euro euros' }],
  [
    '$',
    1,
    '$',
    {
      all: '$ usd dollar',
      en: 'dollars',
      nl: 'dollars',
      fr: 'dollars',
      es: 'dólares dólar',
      pt: 'dólares dólar',
      it: 'dollari dollaro',
    },
  ],
  [
    '£',
    1,
    '£',
    { all: '£ gbp', en: 'pound pounds', de: 'pfund', es: 'libras', fr: 'livres', it: 'sterline', nl: 'pond' },
  ],
  ['chf', 1, 'CHF', { all: 'chf', en: 'franc francs', de: 'franken', fr: 'franc francs', it: 'franchi' }],
  ['r$', 1, 'R$', { all: 'r$ brl', pt: 'real reais', en: 'reais' }],
  ['%', 1, '%', { all: '%', en: 'percent', de: 'prozent', nl: 'procent' }],
  [
    'time',
    1,
    'second',
    {
      all: 'sec',
      en: 'second seconds secs',
      de: 'sekunde sekunden',
      es: 'segundo segundos',
      fr: 'seconde secondes',
      it: 'secondo secondi',
      pt: 'segundo segundos',
      nl: 'seconde seconden',
    },
  ],
  [
    'time',
    60,
    'minute',
    {
      all: 'min',
      en: 'minute minutes mins',
      de: 'minute minuten',
      es: 'minuto minutos',
      fr: 'minute minutes',
      it: 'minuto minuti',
      pt: 'minuto minutos',
      nl: 'minuut minuten',
    },
  ],
  ['time', hour, 'hour', { en: 'hour hours hr hrs', de: 'stunde stunden std' }],
  [
    'hours',
    hour,
    'hour',
    { all: 'h', es: 'hora horas', fr: 'heure heures', it: 'ora ore', pt: 'hora horas', nl: 'uur uren' },
  ],
  ['clock', 60, "o'clock", { de: 'uhr', en: "o'clock o’clock" }],
  [
    'time',
    day,
    'day',
    {
      en: 'day days',
      de: 'tag tage tagen werktag werktage werktagen arbeitstage arbeitstagen',
      es: 'día días',
      fr: 'jour jours journée journées',
      it: 'giorno giorni giornata giornate',
      pt: 'dia dias',
      nl: 'dag dagen werkdagen',
    },
  ],
  [
    'time',
    7 * day,
    'week',
    {
      en: 'week weeks',
      de: 'woche wochen',
      es: 'semana semanas',
      fr: 'semaine semaines',
      it: 'settimana settimane',
      pt: 'semana semanas',
      nl: 'week weken',
    },
  ],
  ['time', 14 * day, 'fortnight', { en: 'fortnight fortnights' }],
  // Taken for two weeks as well as for half a month.
  [
    'time',
    15 * day,
    'fortnight',
    { es: 'quincena quincenas', fr: 'quinzaine', it: 'quindicina', pt: 'quinzena' },
  ],
  [
    'months',
    1,
    'month',
    {
      en: 'month months',
      de: 'monat monate monaten',
      es: 'mes meses',
      fr: 'mois',
      it: 'mese mesi',
      pt: 'mês meses',
      nl: 'maand maanden',
    },
  ],
  [
    'months',
    12,
    'year',
    {
      en: 'year years',
      de: 'jahr jahre jahren',
      es: 'año años',
      fr: 'an ans année années',
      it: 'anno anni',
      pt: 'ano anos',
      nl: 'jaar jaren',
    },
  ],
  [
    'kg',
    1,
    'kg',
    {
      all: 'kg kilo kilos kilogram kilograms',
      de: 'kilogramm',
      fr: 'kilogrammes',
      it: 'chili chilogrammi',
      pt: 'quilos quilo',
      es: 'kilogramos',
    },
  ],
  [
    'kg',
    0.001,
    'g',
    { all: 'g', en: 'gram grams', de: 'gramm', fr: 'grammes', es: 'gramos', it: 'grammi', pt: 'gramas' },
  ],
  [
    'l',
    1,
    'l',
    {
      all: 'l liter litre',
      en: 'litres liters',
      fr: 'litres',
      es: 'litro litros',
      it: 'litro litri',
      pt: 'litro litros',
    },
  ],
  ['l', 0.001, 'ml', { all: 'ml', en: 'millilitres milliliters' }],
  [
    'm',
    1,
    'm',
    {
      all: 'm meter metre',
      en: 'metres meters',
      de: 'metern',
      fr: 'mètre mètres',
      es: 'metro metros',
      it: 'metro metri',
      pt: 'metro metros',
    },
  ],
  ['m', 0.01, 'cm', { all: 'cm', en: 'centimetres centimeters', de: 'zentimeter' }],
  ['m', 0.001, 'mm', { all: 'mm' }],
  ['m', 1000, 'km', { all: 'km kilometer', en: 'kilometres kilometers', es: 'kilómetros', fr: 'kilomètres' }],
  ['w', 1, 'W', { all: 'w watt', en: 'watts', es: 'vatios' }],
  ['w', 1000, 'kW', { all: 'kw kilowatt' }],
  ['byte', 1, 'kB', { all: 'kb ko kilobyte', en: 'kilobytes' }],
  ['byte', 1e3, 'MB', { all: 'mb mo megabyte', en: 'megabytes' }],
  ['byte', 1e6, 'GB', { all: 'gb go gigabyte', en: 'gigabytes' }],
  ['byte', 1e9, 'TB', { all: 'tb to terabyte', en: 'terabytes' }],
]

const units = new Map<string, Unit[]>()
for (const [dimension, factor, symbol, words] of table)
  for (const [language, list] of Object.entries(words))
    for (const word of list.split(' ')) {
      const languages = language === 'all' ? null : [language as Language]
      units.set(word, [...(units.get(word) ?? []), { dimension, factor, symbol, languages }])
    }

/** "to" and "go" are units in capitals only, because they are words as well. */
const capitalUnits = new Set(['to', 'go', 'mo', 'ko'])

/** The unit that a word is; null for other words. With languages, the word must be one of them. */
export function findUnit(word: string, languages: Language[] | null = null): Unit | null {
  if (capitalUnits.has(word.toLowerCase()) && !/^\p{Lu}o$/u.test(word)) return null
  const found = units.get(word.toLowerCase().replace(/\.$/, '')) ?? []
  return (
    found.find(
      (unit) => !languages || !unit.languages || unit.languages.some((one) => languages.includes(one)),
    ) ?? null
  )
}

const cents = new Set(['cent', 'cents', 'centimes', 'centavos', 'centimos', 'centesimi', 'pence', 'p', 'ct'])

export function isCents(word: string): boolean {
  return cents.has(stripAccents(word.toLowerCase()))
}

export const moneyDimensions = new Set(['€', '$', '£', 'chf', 'r$'])
