import { factPatterns, isNoDuration } from './fact-words.ts'
import type { Language } from './number-languages.ts'
import { findWrittenNumbers } from './number-words.ts'
import { findUnit, isCents, moneyDimensions, type Unit } from './units.ts'

/** One meaning of a figure. Two figures agree when they have a reading in common. */
export type Reading = { dimension: string; value: number }

export type Figure = {
  text: string
  /** The number as it stands, or the whole text where it is no number, such as a version. */
  raw: number | string
  readings: Reading[]
  /** Without a known unit, for example in a table. */
  isBare: boolean
  /** It counts something that is no unit: "12 seats". */
  isCounting: boolean
  /** It may be a turn of phrase, such as "two ways" or "at once": it supports sentences, but is not checked in one. */
  isUnchecked: boolean
}

/** Stands for a written number in the text: its index between two marks. */
const mark = '\uE000'
const digits = String.raw`\d+(?:[.,'’ ]\d{3}(?!\d))*(?:[.,:/]\d+)*`
const currency = String.raw`(?:€|r\$|\$|£|(?<!\p{L})(?:eur|usd|chf|gbp|brl)(?!\p{L}))`
const number = new RegExp(`(${currency})?\\s?(?:${mark}(\\d+)${mark}|(?<![\\d])(${digits}))`, 'giu')

type Token = {
  text: string
  raw: number | string
  before: string
  start: number
  end: number
  /** Null for digits. */
  written: { languages: Language[]; isAmbiguous: boolean } | null
}

export function extractFigures(source: string): Figure[] {
  const clock = extractClockTimes(source)
  const all = readHalves(clock.rest.replace(percentWords, '%'))
  const text = all.replace(articleAndUnit, (matched, rest: string, word: string, index: number) =>
    isCountedByArticle(word) &&
    !isNoDuration(all.slice(Math.max(0, index - 40), index), all.slice(index + matched.length), ['en'])
      ? `one${rest}`
      : matched,
  )
  return [...clock.found, ...readFigures(text)]
}

const percentWords = /\b(?:per cent|por ciento|por cento|pour cent|per cento|vom hundert)\b/giu
/** "a day" is one day. In other languages, articles are number words. */
const articleAndUnit = new RegExp(
  String.raw`${factPatterns.article}(\s(?:(?:working|business|calendar|full|whole)\s)?(\p{L}+)(?:['’]s)?(?![\p{L}-]))`,
  'giu',
)

function isCountedByArticle(word: string): boolean {
  return dozenWord.test(word) || isTimeSpan(findUnit(word))
}

const dozenWord = new RegExp(`^${factPatterns.dozen}$`, 'iu')

/** "just a second" and "it takes a minute" are turns of phrase. */
function isTimeSpan(unit: Unit | null): boolean {
  if (!unit) return false
  return timeDimensions.has(unit.dimension) && (unit.dimension !== 'time' || unit.factor >= 60)
}

const timeDimensions = new Set(['time', 'hours', 'months'])
const halfUnit = new RegExp(String.raw`${factPatterns.half}[\s-]?(\p{L}+)`, 'giu')
const halfDozen = new RegExp(factPatterns.halfDozen, 'giu')
const halfOf = new RegExp(factPatterns.halfOf, 'giu')

/** "half an hour" is 0.5 hours, and "half the price" 50 %. */
function readHalves(text: string): string {
  return text
    .replace(halfDozen, '6')
    .replace(halfUnit, (matched, word: string) =>
      timeDimensions.has(findUnit(word)?.dimension ?? '') ? `0.5 ${word}` : matched,
    )
    .replace(halfOf, ' 50 % ')
}

function readFigures(source: string): Figure[] {
  const written = findWrittenNumbers(source)
  let text = ''
  let from = 0
  for (const [index, { start, end }] of written.entries()) {
    text += `${source.slice(from, start)}${mark}${index}${mark}`
    from = end
  }
  text += source.slice(from)
  const tokens = [...text.matchAll(number)].map((match): Token => {
    const found = match[2] === undefined ? null : written[Number(match[2])]
    return {
      text: found ? source.slice(found.start, found.end) : (match[3] ?? ''),
      raw: found ? found.value : toNumber(match[3] ?? ''),
      before: match[1] ?? '',
      start: match.index,
      end: match.index + match[0].length,
      written: found ?? null,
    }
  })
  return toFigures(tokens, text)
}

const rangeWord = /^\s*(?:to|and|or|-|–|—|until|till|bis|und|oder|a|al|y|o|u|à|et|ou|e|até|tot|en|of)\s*$/iu

function toFigures(tokens: Token[], text: string): Figure[] {
  const figures: Figure[] = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token
    const next = tokens[index + 1]
    const after = readAfter(token, text)
    const isRange = !after.unit && next && rangeWord.test(text.slice(token.end, next.start))
    const unitOf = isRange && next ? readAfter(next, text) : after
    const cents = readCents(token, after, next, text)
    figures.push(createFigure(token, { ...unitOf, factor: after.factor }, text, cents))
    if (cents !== null) index++
  }
  return figures
}

type After = { factor: number; hasHalf: boolean; unit: Unit | null; word: string; end: number }

const multipliers: [RegExp, number][] = [
  [/^k\b/iu, 1e3],
  [/^\s?(?:thousand|tausend|mille|mila|mil|duizend)(?!\p{L})/iu, 1e3],
  [
    /^\s?(?:million|millions|millionen|mio|millones|millón|milioni|milione|milhões|milhão|miljoen|mn)(?!\p{L})\.?/iu,
    1e6,
  ],
  [new RegExp(String.raw`^[\s-]?${factPatterns.dozen}(?!\p{L})(?:\s(?:de|di)(?=\s)|\sd['’])?`, 'iu'), 12],
]
const andHalf = new RegExp(String.raw`^\s${factPatterns.andHalf}(?!\p{L})`, 'iu')
const adjective =
  /^[\s-]*(?:working|business|calendar|full|whole|more|consecutive|further|other|additional|volle|vollen|weitere|ganze|more|hele|volle|autres|altri|outros|otros)(?= )/iu

/** The multiplier and the unit that follow a number. */
function readAfter({ end, before, written }: Token, text: string): After {
  let rest = text.slice(end, end + 60)
  let position = end
  let factor = 1
  const skip = (length: number) => {
    rest = rest.slice(length)
    position += length
  }
  for (const [pattern, value] of multipliers) {
    const matched = pattern.exec(rest)
    if (!matched) continue
    factor = value
    skip(matched[0].length)
    break
  }
  const halfBefore = andHalf.exec(rest)
  skip(halfBefore?.[0].length ?? 0)
  skip(adjective.exec(rest)?.[0].length ?? 0)
  const [whole = '', word = ''] = /^[\s-]{0,2}([€$£%]|r\$|\p{L}+(?:['’.]\p{L}+)?\.?)/iu.exec(rest) ?? []
  const possessor = word.replace(/['’]s$/, '')
  const unit = findUnit(possessor, written?.languages) ?? findUnit(before)
  const isUnitWord = unit !== null && findUnit(possessor, written?.languages) !== null
  return {
    factor,
    hasHalf: halfBefore !== null || (isUnitWord && andHalf.test(rest.slice(whole.length))),
    unit,
    word: isUnitWord ? '' : word.replace(/\.$/, ''),
    end: isUnitWord ? position + whole.length : position,
  }
}

/** "4 euros 90" and "nine dollars and fifty cents". */
function readCents(token: Token, after: After, next: Token | undefined, text: string): number | null {
  if (!next || !after.unit || !moneyDimensions.has(after.unit.dimension) || !Number.isInteger(token.raw))
    return null
  if (
    typeof next.raw !== 'number' ||
    next.raw > 99 ||
    !/^\s*(?:and|und|y|e|et|en|con)?\s*$/iu.test(text.slice(after.end, next.start))
  )
    return null
  const [, word = ''] = /^\s*(\p{L}*)/u.exec(text.slice(next.end)) ?? []
  return word === '' || isCents(word) ? next.raw : null
}

function createFigure(
  token: Token,
  { factor, hasHalf, unit, word, end }: After,
  text: string,
  cents: number | null,
): Figure {
  const added = (cents ?? 0) / 100 + (hasHalf ? 0.5 : 0)
  const raw = typeof token.raw === 'number' ? round(token.raw * factor + added) : token.raw
  const readings =
    typeof raw !== 'number' ? readDayAndMonth(token.text) : unit ? readUnit(raw, unit) : readBare(token.text)
  const shown = [token.text, unit?.symbol ?? ''].filter(Boolean).join(' ')
  return {
    text: shown,
    raw,
    readings,
    isBare: unit === null,
    isCounting: unit === null && isNoun(word),
    isUnchecked: isUnchecked({ ...token, raw }, unit, word, {
      before: text.slice(0, token.start),
      after: text.slice(end),
    }),
  }
}

/** Short words and adverbs are no nouns: "9 to", "25 monthly". */
function isNoun(word: string): boolean {
  return word.length > 3 && !/(?:ly|lich|mente|ment|until)$/i.test(word)
}

function readUnit(raw: number, { dimension, factor }: Unit): Reading[] {
  if (dimension === 'hours') {
    const duration = { dimension: 'time', value: raw * factor }
    return raw > 24 ? [duration] : [duration, { dimension: 'clock', value: (raw * 60) % 1440 }]
  }
  if (dimension === 'clock') return [{ dimension: 'clock', value: (raw * 60) % 1440 }]
  const own = { dimension, value: round(raw * factor) }
  return dimension === 'months' && factor === 12
    ? [own, { dimension: 'time', value: raw * 365 * 86_400 }]
    : [own]
}

/** "18.45" may be a time, and "3.5" or "31/10" a day and a month. */
function readBare(text: string): Reading[] {
  const [, hours, minutes] = /^(\d{1,2})\.([0-5]\d)$/.exec(text) ?? []
  const clock = hours !== undefined && Number(hours) <= 24 ? toClock(Number(hours), Number(minutes)) : null
  return [...(clock === null ? [] : [{ dimension: 'clock', value: clock }]), ...readDayAndMonth(text)]
}

function readDayAndMonth(text: string): Reading[] {
  const [, first, second] = /^(\d{1,2})[./](\d{1,2})$/.exec(text) ?? []
  if (first === undefined || second === undefined) return []
  const date = (day: number, month: number) =>
    day <= 31 && month <= 12 && day > 0 && month > 0 ? [toDateReading(day, month)] : []
  return [
    ...date(Number(first), Number(second)),
    ...(text.includes('/') ? date(Number(second), Number(first)) : []),
  ]
}

export function toDateReading(day: number, month: number): Reading {
  return { dimension: 'date', value: day * 100 + month }
}

/** Nouns that count the parts of an answer itself: "You have two options". */
const countNouns =
  /^(?:options?|ways?|steps?|things?|points?|possibilit\p{L}*|reasons?|parts?|kinds?|types?|sources?|questions?|cases?|methods?|choices?|main|simple|easy|different|of|möglichkeit\p{L}*|wege?|schritt\p{L}*|punkte?|dinge?|arten|gründe|fälle|varianten|opciones|opción|formas?|pasos?|maneras?|cosas?|façons?|étapes?|moyens?|choses?|opzioni|modi|passaggi|passi|cose|opções|passos|opties|manieren|stappen|dingen|mogelijkheden)$/iu
const maxCount = 12

function isUnchecked(
  { raw, text: shown, written }: Token,
  unit: Unit | null,
  word: string,
  { before, after }: { before: string; after: string },
): boolean {
  // The hours of a week are checked as a fact of their own.
  if (/^24\/7$/.test(shown)) return true
  if (typeof raw !== 'number') return false
  if (unit === null && raw <= maxCount && countNouns.test(word)) return true
  if (!written) return false
  if (raw === 0) return true
  // "ein", "un" and "uma" are articles.
  if (raw === 1)
    return /^one$/i.test(shown)
      ? !timeDimensions.has(unit?.dimension ?? '')
      : !isTimeSpan(unit) || unit?.factor === 60 || isNoDuration(before.slice(-40), after, written.languages)
  if (unit !== null) return false
  return written.isAmbiguous || clockWords.test(before.slice(-20))
}

const clockWords =
  /\b(?:halb|viertel|viertel (?:vor|nach)|dreiviertel|half past|half|quarter (?:to|past)|kwart (?:voor|over))\s*$/iu

function toNumber(text: string): number | string {
  const grouped = /^[1-9]\d{0,2}(?:([.,'’ ])\d{3})(?:\1\d{3})*(?:[.,](\d{1,2}))?$/.exec(text)
  if (grouped) {
    const [, separator = '', decimals = ''] = grouped
    const last = decimals === '' ? '' : text.slice(-decimals.length - 1, -decimals.length)
    if (decimals === '' || last !== separator) {
      const whole = decimals === '' ? text : text.slice(0, -decimals.length - 1)
      return Number(`${whole.replace(/\D/g, '')}.${decimals || '0'}`)
    }
  }
  if (/^\d+$/.test(text)) return Number(text)
  if (/^\d+[.,]\d+$/.test(text)) return Number(text.replace(',', '.'))
  return text
}

const round = (value: number) => Math.round(value * 1e6) / 1e6

const clockTime =
  /(?<![\d.,:])(\d{1,2})(?:(?:[:h]|(?<dot>\.))([0-5]\d))?(?![\d:])(?:\s?(?<half>[ap])(?:\.\s?m\.?|m)(?!\p{L})|(?<word>\s?(?:uhr|uur|h|o['’]clock|heures|horas|ore)(?!\p{L})))?/giu
const namedTimes: [RegExp, number][] = [
  [/(?<!\p{L}|good )(?:noon|midday|mittags|mediodía|midi|mezzogiorno|meio-dia|twaalf uur)(?!\p{L})/giu, 720],
  [/(?<!\p{L})(?:midnight|mitternacht|medianoche|minuit|mezzanotte|meia-noite|middernacht)(?!\p{L})/giu, 0],
]

/** Hours of the day as minutes after midnight. */
function extractClockTimes(text: string): { found: Figure[]; rest: string } {
  const found: Figure[] = []
  const add = (shown: string, raw: number | string, values: number[]) => {
    const readings = values.map((value) => ({ dimension: 'clock', value }))
    found.push({ text: shown.trim(), raw, readings, isBare: false, isCounting: false, isUnchecked: false })
    return ' \n '
  }
  let rest = text.replace(clockTime, (matched, ...groups) => {
    const [hours, , minutes] = groups as (string | undefined)[]
    const { dot, half, word } = groups.at(-1) as Record<string, string | undefined>
    const isClock = minutes !== undefined ? !dot || half || word : half !== undefined
    if (!isClock || Number(hours) > 24) return matched
    return add(
      matched,
      matched.trim(),
      toClocks(Number(hours), Number(minutes ?? 0), half, word !== undefined),
    )
  })
  for (const [pattern, value] of namedTimes)
    rest = rest.replace(pattern, (matched) => add(matched, matched, [value]))
  return { found, rest }
}

/** Before eight o'clock without "am" or "pm" it may be the evening. */
function toClocks(hours: number, minutes: number, half: string | undefined, is24Hour: boolean): number[] {
  if (half) return [toClock((hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0), minutes)]
  const own = toClock(hours, minutes)
  return hours > 0 && hours < 8 && !is24Hour ? [own, own + 720] : [own]
}

function toClock(hours: number, minutes: number): number {
  return (hours * 60 + minutes) % 1440
}
