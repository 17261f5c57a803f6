/**
 * Lists figures, prices, dates, addresses and links of a sentence that are missing in the source material, or have
 * another unit there. The check uses rules only, so a prompt injection cannot influence it.
 * Every repetition in a pattern is bounded or starts at a boundary, so that the time grows with the length of the text, which
 * a visitor chooses, and not with its square.
 */
export function findUnsupportedFacts(sentence: string, material: Facts): string[] {
  const claimed = extractFacts(sentence)
  return [
    ...[...claimed.links].filter((link) => !supportsLink(material, link)),
    ...[...claimed.names].filter((name) => !material.names.has(name)),
    ...claimed.figures
      .filter((figure) => !material.figures.some((known) => isSameFigure(known, figure)))
      .map(({ value, unit }) => [value, unit].filter(Boolean).join(' ')),
  ]
}

export type Facts = { links: Set<string>; names: Set<string>; figures: Figure[] }
type Figure = { value: string; unit: string }

export function extractFacts(text: string): Facts {
  const links = new Set<string>()
  // Links are removed before figures are extracted, because digits in a link are not figures.
  const rest = text
    .normalize('NFKC')
    .replace(link, (found) => {
      links.add(normalizeLink(found))
      return ' '
    })
    .replace(/^[ \t]*\d{1,2}[.)]\s+/gm, '')
    .toLowerCase()
  return { links, names: new Set(extractNames(rest)), figures: extractFigures(rest) }
}

const link =
  /\b(?:https?:\/\/|www\.|mailto:|tel:)[^\s<>()[\]"']+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|\b(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}(?:\/[^\s<>()[\]"']*)?/gi

function normalizeLink(found: string): string {
  return found
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:|tel:)/, '')
    .replace(/^www\./, '')
    .replace(/(?<![.,;:!?/])[.,;:!?/]+$/, '')
}

/** A link that is the beginning of a known one is supported: example.com for example.com/help. */
function supportsLink({ links }: Facts, claimed: string): boolean {
  return [...links].some((known) => known === claimed || known.startsWith(`${claimed}/`))
}

const months = 'january february march april june july august september october november december'
const days = 'monday tuesday wednesday thursday friday saturday sunday'
const calendar = new RegExp(`\\b(${`${months} ${days}`.replaceAll(' ', '|')})s?\\b`, 'g')
const street =
  /\b([\p{L}'-]{1,40} (?:street|avenue|road|lane|square|boulevard|drive)|[\p{L}-]{1,40}(?:straße|strasse|platz|gasse|allee))\b/gu

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
  `(?:([€$£])\\s*)?(\\b${number}|\\b${numeral}\\b)(?:\\s*(?:to|and|or|-|–|until|bis)\\s*(\\b${number}|\\b${numeral}\\b))?[\\s-]*(?:(?:working|business|calendar|full|whole|more) )?([€$£%]|\\p{L}+(?:\\.\\p{L}\\.?)?)?`,
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

/** Normalizes spellings: '1,000' and '1.000' to '1000', '4,90' and '4.90' to '4.9', 'three' to '3'. */
function normalizeAmount(text: string): string {
  const digits = numerals.get(text) ?? text
  const whole = /^\d{1,3}(?:[.,'’ ]\d{3})+$/.test(digits) ? digits.replace(/\D/g, '') : digits
  const decimal = /^\d+[.,]\d{1,2}$/.test(whole) ? String(Number(whole.replace(',', '.'))) : whole
  return decimal.replace(/^0+(?=\d)/, '').replace(/:00$/, '')
}

/** A figure without a unit in the material, for example in a table, matches any unit. Two different units never match. */
function isSameFigure(known: Figure, claimed: Figure): boolean {
  return (
    known.value === claimed.value && (claimed.unit === '' || known.unit === '' || known.unit === claimed.unit)
  )
}
