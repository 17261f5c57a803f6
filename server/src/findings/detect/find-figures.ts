import { findWrittenNumbers } from '../../replies/facts/number-words.ts'
import { findUnit, moneyDimensions } from '../../replies/facts/units.ts'
import { findDates } from './find-dates.ts'
import type { Range } from './types.ts'

type Bound = 'min' | 'max' | 'exact'

/** A number with its unit, or a range of numbers. */
export type FoundFigure = Range & {
  /** The measured dimension: a currency, 'days', 'clock', 'kg'. Empty for a number without a unit. */
  dimension: string
  /** The lowest and highest value; equal for a single number. */
  low: number
  high: number
  bound: Bound
  isApproximate: boolean
  /** Of days without weekends. */
  isBusinessDays: boolean
  /** What the figure is for one of: 'month', 'user'. Null where nothing is named. */
  per: string | null
  /** The word after a number without a unit: 'seats'. */
  noun: string
}

const filler = (text: string) => '\u0001'.repeat(text.length)

/** Links, dates, telephone numbers, codes and versions, which contain digits and measure nothing. */
const masks = [
  /\b(?:https?:\/\/|www\.)[^\s<>()]+|[\w.+-]+@[\w.-]+\.[a-z]{2,}/giu,
  /(?<![\p{L}\d])(?:\+|00)\d[\d ()/.-]{5,22}\d|(?<![\d.,€$£]\s?)(?<![\p{L}\d.,:])\(?0\d[\d ()/-]{4,20}\d/gu,
  /\b(?=\p{L}*\d)(?=\w*\p{L})(?!\d+(?:[.,:]\d+)?(?:h|kg|g|mg|l|ml|m|cm|mm|km|w|kw|kwh|mb|gb|tb|kb|d|min|am|pm|k|x|st|nd|rd|th|er|ème|day|days|v|mah|wh|hz)\b)[\p{L}\d]+(?:-[\p{L}\d]+)*/giu,
  /\b\p{Lu}[\p{L}\d]*-\d+[\p{L}\d-]*/gu,
  /\bv?\d+\.\d+\.\d+(?:\.\d+)*\b(?!\s?€)/giu,
  /(?:§|\bart(?:icle|ikel|\.)?|\bsection|\babsatz|\babs\.|\bchapter|\bstep|\bschritt|\bversion|\bno\.|\bnr\.|\biso|\bdin|\bpage|\bseite|\bwindows|\bios|\bandroid|\berror|\bfehler|\bhttp|\bport|\blevel|\bstufe|\broom|\bzimmer|\bgate|\bline|\bsuite|\bfloor)\s?\d+(?:[.,]\d+)*/giu,
  /\b[1-5]\d\d(?=\s(?:\([^)]*\)\s)?(?:errors?|fehler|erreurs?|errore|errores|foutmelding|status|not found|forbidden)(?!\p{L}))/giu,
]

function maskNonFigures(text: string): string {
  let masked = text
  for (const { start, end } of findDates(text))
    masked = masked.slice(0, start) + filler(masked.slice(start, end)) + masked.slice(end)
  for (const mask of masks) masked = masked.replace(mask, filler)
  return masked
}

type Token = Range & { value: number; isWritten: boolean; currency: string }

const digits =
  /(?<![\p{L}\d.,:])(?:\d{1,3}(?:[.,'’ {2}]\d{3})+(?!\d)|\d+)(?:[.,]\d{1,2}(?!\d)|[.,]\d+(?!\d))?/gu
const currencyBefore = /(?:€|r\$|us\$|\$|£|(?<!\p{L})(?:eur|usd|chf|gbp|brl)|fr\.)\s?$/iu

function findTokens(text: string): Token[] {
  const tokens: Token[] = [...text.matchAll(digits)].flatMap(({ 0: found, index }) => {
    const value = toNumber(found)
    if (value === null) return []
    const currency = currencyBefore.exec(text.slice(Math.max(0, index - 5), index))?.[0] ?? ''
    return [{ start: index, end: index + found.length, value, isWritten: false, currency: currency.trim() }]
  })
  for (const { start, end, value, isAmbiguous } of findWrittenNumbers(text))
    if (!isAmbiguous && value > 0 && !(value === 1 && !/^one$/i.test(text.slice(start, end))))
      tokens.push({ start, end, value, isWritten: true, currency: '' })
  return tokens.sort((a, b) => a.start - b.start)
}

function toNumber(text: string): number | null {
  const grouped = /^(\d{1,3}(?:[.,'’ {2}]\d{3})+)(?:[.,](\d{1,2}))?$/u.exec(text)
  if (grouped) {
    const separators = new Set((grouped[1] ?? '').replace(/\d/g, ''))
    const isThousands = separators.size === 1 && !/^0/.test(text)
    if (isThousands) return Number(`${(grouped[1] ?? '').replace(/\D/g, '')}.${grouped[2] ?? 0}`)
  }
  const plain = text.replace(/[ '’ ]/g, '').replace(',', '.')
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}

const clockPattern =
  /(?<![\d.,:])(\d{1,2})(?:(?:[:h]|(\.))([0-5]\d))?(?![\d:,])(?:\s?([ap])\.?\s?m\b\.?|\s?(uhr|uur|o['’]clock|h(?!\p{L})|heures?|horas?|ore(?!\p{L})))?/giu
const hourBefore = /(?<!\p{L})(?:de|dès|à|as|das|às|dalle|alle|las|von|entre|le)\s$/iu
const namedTimes: [RegExp, number][] = [
  [/(?<!\p{L})(?:noon|midday|mittags?|mediodía|midi|mezzogiorno|meio-dia)(?!\p{L})/giu, 720],
  [
    /(?<!\p{L}|over|über )(?:midnight|mitternacht|medianoche|minuit|mezzanotte|meia-noite|middernacht)(?!\p{L})/giu,
    1440,
  ],
]

type ClockToken = Range & { minutes: number; isCertain: boolean; half: string }

function findClockTokens(text: string): ClockToken[] {
  const tokens: ClockToken[] = []
  for (const match of text.matchAll(clockPattern)) {
    const [found, hours = '', dot, minutes, half = '', word] = match
    if (Number(hours) > 24 || (dot && !word && !half)) continue
    const before = text.slice(Math.max(0, match.index - 8), match.index)
    const isHour = word !== undefined && (/^(?:uhr|uur|o['’])/i.test(word) || hourBefore.test(before))
    const isCertain = (minutes !== undefined && !dot) || Boolean(half) || isHour
    const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
    const end = match.index + found.trimEnd().length
    tokens.push({ start: match.index, end, minutes: hour * 60 + Number(minutes ?? 0), isCertain, half })
  }
  for (const [pattern, minutes] of namedTimes)
    for (const { 0: found, index } of text.matchAll(pattern))
      tokens.push({ start: index, end: index + found.length, minutes, isCertain: true, half: 'n' })
  return tokens.sort((a, b) => a.start - b.start)
}

const rangeWord =
  /^\s*(?:-|–|—|to|and|until|till|through|bis|und|a|al|y las|y|à|et|alle|e|às|até|tot|en|ao)\s*(?:um |as |las |le |alle )?$/iu

/** Hours of the day, single or from one to another. */
function findClockFigures(text: string): FoundFigure[] {
  const tokens = findClockTokens(text)
  const figures: FoundFigure[] = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as ClockToken
    const next = tokens[index + 1]
    const isRange = next !== undefined && rangeWord.test(text.slice(token.end, next.start))
    if (isRange && (token.isCertain || next.isCertain)) {
      const isAfternoon = !token.half && next.half === 'p' && token.minutes + 720 < next.minutes
      const isShort = isAfternoon && !token.isCertain && token.minutes < 7 * 60
      const low = isShort ? token.minutes + 720 : token.minutes
      figures.push({ ...clockFigure, start: token.start, end: next.end, low, high: next.minutes })
      index++
    } else if (token.isCertain)
      figures.push({
        ...clockFigure,
        start: token.start,
        end: token.end,
        low: token.minutes,
        high: token.minutes,
      })
  }
  return figures
}

const clockFigure = {
  dimension: 'clock',
  bound: 'exact' as const,
  isApproximate: false,
  isBusinessDays: false,
  per: null,
  noun: '',
}

/** All figures of a sentence in the order in which they stand. */
export function findFigures(source: string): FoundFigure[] {
  let text = maskNonFigures(source)
  const clocks = findClockFigures(text)
  for (const { start, end } of clocks)
    text = text.slice(0, start) + filler(text.slice(start, end)) + text.slice(end)
  const tokens = findTokens(text)
  const figures: FoundFigure[] = []
  for (let index = 0; index < tokens.length; index++) {
    const first = tokens[index] as Token
    const next = tokens[index + 1]
    const own = readUnit(first, text)
    const isRange =
      next !== undefined &&
      next.value > first.value &&
      rangeWord.test(text.slice(own.unitEnd, next.start).replace(/[€$£]\s*$/u, '')) &&
      (own.dimension === '' || own.dimension === readUnit(next, text).dimension)
    const last = isRange ? next : first
    const unit = isRange ? readUnit(last, text) : own
    if (isRange) index++
    const figure = createFigure(first, last, unit, text)
    if (figure) figures.push(figure)
  }
  return [...figures, ...clocks].sort((a, b) => a.start - b.start)
}

type UnitText = {
  dimension: string
  factor: number
  unitEnd: number
  isBusinessDays: boolean
  noun: string
}

const multiplier =
  /^\s?(?:(k)\b|(thousand|tausend|mille|mila|mil|duizend)(?!\p{L})|(millions?|millionen|mio\.?|millones|millón|milioni|milione|milhões|milhão|miljoen)(?!\p{L}))/iu
const businessDay =
  /^[\s-]*(?:working|business|week|werk|arbeits|bank|hábiles|laborables|ouvrés|ouvrables|lavorativi|úteis)/iu
const businessAfter = /^\s*(?:hábiles|laborables|ouvrés|ouvrables|lavorativi|feriali|úteis)/iu
const adjective =
  /^[\s-]*(?:working|business|calendar|full|whole|more|consecutive|further|other|additional|volle[nr]?|weitere|ganze|hele|autres|altri|outros|otros|metric|cubic|square|gratis|kostenlosen?)(?= )/iu
const moreUnits: [RegExp, string, number][] = [
  [/^\s?(?:°\s?c|grad(?: celsius)?|degrees?(?: celsius)?)(?!\p{L})/iu, '°', 1],
  [/^\s?(?:m²|m2|sqm|qm|square met(?:er|re)s?|quadratmetern?)(?!\p{L})/iu, 'm²', 1],
  [/^\s?(?:mbit\/s|mbps|mbit)(?!\p{L})/iu, 'mbit', 1],
  [/^\s?(?:kwh)(?!\p{L})/iu, 'kwh', 1],
  [/^\s?(?:mah)(?!\p{L})/iu, 'mah', 1],
  [/^\s?(?:percentage points?|prozentpunkte)(?!\p{L})/iu, 'points', 1],
  [/^\s?(?:inch(?:es)?|zoll|″|")(?!\p{L})/iu, 'inch', 1],
  [/^\s?(?:lbs?|pounds? weight)(?!\p{L})/iu, 'kg', 0.4536],
]

function readUnit({ end, currency, value }: Token, text: string): UnitText {
  let rest = text.slice(end, end + 60)
  let position = end
  let factor = 1
  const multiplied = multiplier.exec(rest)
  if (multiplied) {
    factor = multiplied[3] ? 1e6 : 1e3
    position += multiplied[0].length
    rest = rest.slice(multiplied[0].length)
  }
  let isBusinessDays = businessDay.test(rest)
  for (const [pattern, dimension, unitFactor] of moreUnits) {
    const matched = pattern.exec(rest)
    if (matched)
      return {
        dimension,
        factor: factor * unitFactor,
        unitEnd: position + matched[0].length,
        isBusinessDays: false,
        noun: '',
      }
  }
  const skipped = adjective.exec(rest)?.[0].length ?? 0
  position += skipped
  rest = rest.slice(skipped)
  const [whole = '', word = ''] = /^[\s-]{0,2}([€$£%]|r\$|\p{L}+\.?)/iu.exec(rest) ?? []
  const after = rest.slice(whole.length)
  const unit = findUnit(word) ?? (currency ? findUnit(currency.replace(/^us\$/i, '$')) : null)
  if (!unit)
    return {
      dimension: '',
      factor,
      unitEnd: position - skipped,
      isBusinessDays: false,
      noun: word.replace(/\.$/, ''),
    }
  const isUnitWord = findUnit(word) !== null
  const wordEnd = isUnitWord ? position + whole.length : end
  const days = businessAfter.exec(after)
  isBusinessDays ||= days !== null
  const unitEnd = wordEnd + (days?.[0].length ?? 0)
  // A unit such as 'm' or 'l' is also the start of other words.
  if (unit.dimension === 'time')
    return { dimension: 'days', factor: (factor * unit.factor) / 86_400, unitEnd, isBusinessDays, noun: '' }
  if (unit.dimension === 'hours')
    return {
      dimension: 'days',
      factor: (factor * unit.factor) / 86_400,
      unitEnd,
      isBusinessDays: false,
      noun: '',
    }
  if (unit.dimension === 'months')
    return {
      dimension: 'days',
      factor: factor * (unit.factor === 12 ? 365 : 30.4),
      unitEnd,
      isBusinessDays: false,
      noun: '',
    }
  if (unit.dimension === 'clock')
    return { dimension: 'clock', factor: 60, unitEnd, isBusinessDays: false, noun: '' }
  return {
    dimension: value >= 0 ? unit.dimension : '',
    factor: factor * unit.factor,
    unitEnd,
    isBusinessDays: false,
    noun: '',
  }
}

const minWords =
  /(?:\b(?:at least|minimum(?: of)?|min\.?|more than|larger than|bigger than|heavier than|longer than|größer als|über|over|above|from|starting at|no less than|ab|mindestens|über|mehr als|von mindestens|à partir de|dès|au moins|plus de|minimum de|desde|a partir de|al menos|wenigstens|mínimo(?: de)?|más de|superiores? a|almeno|a partire da|da|oltre|minimo|superiori a|vanaf|minstens|minimaal|meer dan|boven|pelo menos|acima de|exceeds?|exceeding|reaches|übersteigt)\s*(?:einem |einer |einen |the |an? |un |una |el |la |del? )?(?:\p{L}+ (?:\p{L}+ )?(?:von|of|de|di|van) |of )?)$/iu
const maxWords =
  /(?:\b(?:up to|at most|max\.?|maximum(?: of)?|no more than|not more than|within|in under|less than|under|below|bis(?: zu)?|maximal|höchstens|innerhalb(?: von)?|binnen|unter|weniger als|jusqu['’]à|au plus|maximum de|dans les|sous|moins de|hasta|como máximo|máximo(?: de)?|en un plazo de|dentro de|en menos de|fino a|massimo|entro|al massimo|tot|maximaal|hoogstens|binnen|até|no máximo|no prazo de|en)\s*(?:the |den |der |los |le |i |de )?)$/iu
const overWords = /(?:than|over|above|als|über|de|di|dan)\s*$/iu
const refusal =
  /(?<!\p{L})(?:rejected|refused|not (?:accepted|allowed|possible|supported)|cannot|can't|blocked|abgelehnt|nicht|refusés?|no se|rechaza\w*|rifiutat\w*|niet|geweigerd|recusad\w*)(?!\p{L})/iu
const minAfter =
  /^\s*(?:or more|or older|or over|oder älter|o más|and (?:over|above|more)|oder mehr|und mehr|ou plus|o más|o più|of meer|ou mais|\+|minimum|mindestens)/iu
const maxAfter = /^\s*(?:or less|or fewer|at most|maximum|max\b|oder weniger|ou moins|o menos|o meno)/iu
const approximate =
  /\b(?:about|around|approximately|approx\.?|roughly|circa|ca\.?|etwa|ungefähr|rund|environ|alrededor de|unos|cerca de|ongeveer|nearly|almost|fast|usually|typically)\s*$/iu

function createFigure(first: Token, last: Token, unit: UnitText, text: string): FoundFigure | null {
  const { dimension, factor, unitEnd, isBusinessDays, noun } = unit
  if (dimension === 'clock') return null
  const start =
    first.start -
    (first.currency ? first.currency.length + (/\s/.test(text[first.start - 1] ?? '') ? 1 : 0) : 0)
  const before = text.slice(Math.max(0, start - 50), start)
  const after = text.slice(unitEnd, unitEnd + 40)
  const isMin = minWords.test(before) || minAfter.test(after)
  const isMax =
    maxWords.test(before) ||
    maxAfter.test(after) ||
    /(?:room|space|place|platz|raum|sitio|espacio|posto|place|ruimte) (?:for|für|para|per|pour|voor)\s*$/iu.test(
      before,
    )
  const per = readPer(after, dimension)
  // Who sends more than 60 requests a minute, or files of more than 10 MB, exceeds a limit.
  const isRefused = refusal.test(text) || dimension === 'byte' || (dimension === '' && per !== null)
  const isYear = dimension === '' && first.value >= 1900 && first.value <= 2100 && noun.length < 4
  if (isYear) return null
  return {
    start,
    end: Math.max(/\.$/.test(text.slice(0, unitEnd)) ? unitEnd - 1 : unitEnd, last.end),
    dimension,
    low: round(first.value * factor),
    high: round(last.value * factor),
    // Files of more than 10 MB are rejected: the limit is 10 MB.
    bound: isMin && !(isRefused && overWords.test(before)) ? 'min' : isMin || isMax ? 'max' : 'exact',
    isApproximate: approximate.test(before),
    isBusinessDays,
    per,
    noun,
  }
}

const pers: [string, RegExp][] = [
  [
    'month',
    /^(?:months?|mo\b|monat\w*|mois|mes(?:es)?|mese|mensile|maand\w*|mês|monthly|mensuel\w*|mensual\w*|mensili|mensais|mtl)/iu,
  ],
  [
    'year',
    /^(?:years?|yr|annum|jahr\w*|an\b|année|año|anno|anual\w*|annual\w*|annu\w+|jaar\w*|ano\b|yearly|jährlich\w*)/iu,
  ],
  ['week', /^(?:weeks?|wk|woche\w*|wöchentlich\w*|semaine|semana\w*|settiman\w*|week\w*|weekly)/iu],
  ['day', /^(?:days?|tag\b|täglich\w*|jour\w*|día|giorno|dag|dia\b|daily)/iu],
  ['hour', /^(?:hours?|hr|stunde\w*|h\b|heure|hora|ora\b|uur|hourly)/iu],
  ['minute', /^(?:minutes?|min\b|minuto|minuut)/iu],
  ['night', /^(?:nights?|nacht|nuit|noche|notte|noite)/iu],
  ['person', /^(?:persons?|people|head|person\w*|personne|persona|persoon|pessoa|adult|child|guest|gast)/iu],
  [
    'user',
    /^(?:users?|seats?|nutzer\w*|benutzer\w*|agents?|members?|utilisateur|usuario|utente|gebruiker|employees?|mitarbeiter\w*)/iu,
  ],
  [
    'order',
    /^(?:orders?|bestellung|auftrag|commande|pedido|ordine|bestelling|shipment|sendung|delivery|lieferung)/iu,
  ],
  ['kilometer', /^(?:km|kilomet\w+|miles?)/iu],
  ['kilogram', /^(?:kg|kilo\w*)/iu],
  [
    'piece',
    /^(?:pieces?|items?|stück|artikel|units?|pièce|pieza|unidad|pezzo|stuk|unidade|transaction|transaktion)/iu,
  ],
  ['file', /^(?:files?|datei\w*|fichier|archivo|bestand|arquivo|upload)/iu],
]
const perWord =
  /^\s*(?:within an? |in einer |innerhalb einer |\/|per|pro|je|par|por|al|alla|all'|a|an|each|every|im|à la|l'|each|jede[nrs]?|at|de|,|\()?\s*/iu

/** "60 requests per minute", where the noun stands between number and unit. */
const nounBefore =
  /^(?:\s*\p{L}+){1,3}?\s*(?=(?:\/|per|pro|je|par|por|each|every|an?|within an?|in einer|innerhalb einer)\s?(?:second|minute|hour|day|week|month|year|sekunde|stunde|tag|woche|monat|jahr|heure|jour|mois|minut|hora|día|mes|año))/iu

function readPer(text: string, dimension: string): string | null {
  const skipped = dimension === '' ? (nounBefore.exec(text)?.[0].length ?? 0) : 0
  const after = text.slice(skipped)
  const [lead = ''] = perWord.exec(after) ?? []
  const rest = after.slice(lead.length)
  const found = pers.find(([, pattern]) => pattern.test(rest))?.[0]
  if (!found) return null
  const isAdverb =
    /^(?:monthly|yearly|annually|weekly|daily|hourly|monatlich|jährlich|wöchentlich|täglich|mensuel|mensual|anual|mensile|maandelijks|jaarlijks|mensais)/iu.test(
      rest,
    )
  const isExplicit = lead.trim() !== '' && lead.trim() !== ','
  if (!isAdverb && !isExplicit) return null
  // "30 days a year" is a rate, and "within 14 days of the order" is not.
  return dimension === 'days' && /^\s*(?:de|\(|at|al|im)/iu.test(lead) ? null : found
}

const round = (value: number) => Math.round(value * 1e6) / 1e6

export function isMoney(dimension: string): boolean {
  return moneyDimensions.has(dimension)
}
