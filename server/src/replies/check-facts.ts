/**
 * What a model may not invent: figures, prices, dates, addresses and links. Each that stands in a sentence must stand in
 * the material too, with the same unit. A check by rules alone, so that no wording can talk it over.
 */
export function findUnsupportedFacts(sentence: string, material: Facts): string[] {
  const said = extractFacts(sentence)
  return [
    ...[...said.links].filter((link) => !supportsLink(material, link)),
    ...[...said.names].filter((name) => !material.names.has(name)),
    ...said.figures
      .filter((figure) => !material.figures.some((known) => isSameFigure(known, figure)))
      .map(({ value, unit }) => [value, unit].filter(Boolean).join(' ')),
  ]
}

export type Facts = { links: Set<string>; names: Set<string>; figures: Figure[] }
type Figure = { value: string; unit: string }

export function extractFacts(text: string): Facts {
  const links = new Set<string>()
  // Taken out before figures are looked for: digits in a link belong to the link.
  const rest = text
    .normalize('NFKC')
    .replace(link, (found) => {
      links.add(normalizeLink(found))
      return ' '
    })
    .replace(/^\s*\d{1,2}[.)]\s+/gm, '')
    .toLowerCase()
  return { links, names: new Set(extractNames(rest)), figures: extractFigures(rest) }
}

const link =
  /\b(?:https?:\/\/|www\.|mailto:|tel:)[^\s<>()[\]"']+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b(?:[a-z0-9-]+\.)+[a-z]{2,}(?:\/[^\s<>()[\]"']*)?/gi

function normalizeLink(found: string): string {
  return found
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:|tel:)/, '')
    .replace(/^www\./, '')
    .replace(/[.,;:!?/]+$/, '')
}

/** An address that is part of a longer one that was given is no invention: example.com of example.com/help. */
function supportsLink({ links }: Facts, said: string): boolean {
  return [...links].some((known) => known === said || known.startsWith(`${said}/`))
}

const months = 'january february march april june july august september october november december'
const days = 'monday tuesday wednesday thursday friday saturday sunday'
const calendar = new RegExp(`\\b(${`${months} ${days}`.replaceAll(' ', '|')})s?\\b`, 'g')
const street =
  /\b([\p{L}'-]+ (?:street|avenue|road|lane|square|boulevard|drive)|[\p{L}-]+(?:straße|strasse|platz|gasse|allee))\b/gu

function extractNames(text: string): string[] {
  return [
    ...[...text.matchAll(calendar)].map((match) => match[1] as string),
    ...[...text.matchAll(street)].map((match) => match[1] as string),
  ]
}

const units: [RegExp, string][] = [
  [/^(?:€|eur|euros?)$/, '€'],
  [/^(?:\$|usd|dollars?)$/, '$'],
  [/^(?:£|gbp|pounds?)$/, '£'],
  [/^(?:chf|francs?)$/, 'chf'],
  [/^(?:%|percent|prozent)$/, '%'],
  [/^(?:seconds?|secs?|sekunden?)$/, 'second'],
  [/^(?:minutes?|mins?|minuten?)$/, 'minute'],
  [/^(?:hours?|hrs?|stunden?)$/, 'hour'],
  [/^(?:days?|tagen?|tage?)$/, 'day'],
  [/^(?:weeks?|wochen?)$/, 'week'],
  [/^(?:months?|monaten?|monate?)$/, 'month'],
  [/^(?:years?|jahren?|jahre?)$/, 'year'],
  [/^(?:am|a\.m\.?)$/, 'am'],
  [/^(?:pm|p\.m\.?)$/, 'pm'],
]
const numerals = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, value) => [word, String(value)]),
)
const numeral = `(?:${[...numerals.keys()].slice(2).join('|')})`
const number = String.raw`(?:\d{4}-\d\d?-\d\d?|\d+(?:[.,:'’ ]\d{3})*(?:[.,:/]\d+)*)`
const figure = new RegExp(
  `([€$£])?\\s*(\\b${number}|\\b${numeral}\\b)(?:\\s*(?:to|and|or|-|–|until|bis)\\s*(\\b${number}|\\b${numeral}\\b))?[\\s-]*(?:(?:working|business|calendar|full|whole|more) )?([€$£%]|\\p{L}+(?:\\.\\p{L}\\.?)?)?`,
  'gu',
)

function extractFigures(text: string): Figure[] {
  return [...text.matchAll(figure)].flatMap(([, before, first, second, after]) => {
    const unit = normalizeUnit(before ?? '') || normalizeUnit(after ?? '')
    return [first, second]
      .filter((value) => value !== undefined)
      .filter((value) => !numerals.has(value) || unit !== '')
      .map((value) => ({ value: normalizeAmount(value), unit }))
  })
}

function normalizeUnit(word: string): string {
  return units.find(([pattern]) => pattern.test(word))?.[1] ?? ''
}

/** '1,000' and '1.000' and '1000', '4,90' and '4.9' and '4.90', 'three' and '3'. */
function normalizeAmount(text: string): string {
  const written = numerals.get(text) ?? text
  const whole = /^\d{1,3}(?:[.,'’ ]\d{3})+$/.test(written) ? written.replace(/\D/g, '') : written
  const decimal = /^\d+[.,]\d{1,2}$/.test(whole) ? String(Number(whole.replace(',', '.'))) : whole
  return decimal.replace(/^0+(?=\d)/, '').replace(/:00$/, '')
}

/** A figure that is given without a unit (in a table, say) may be said with one; never with another. */
function isSameFigure(known: Figure, said: Figure): boolean {
  return known.value === said.value && (said.unit === '' || known.unit === '' || known.unit === said.unit)
}
