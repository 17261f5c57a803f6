import { monthNumbers } from '../../replies/facts/calendar.ts'
import { type FoundDate, findDates } from './find-dates.ts'
import type { Range } from './types.ts'

/** A date or period that a text names. */
export type TextDate = Range & {
  /** When it is over, in milliseconds since 1970 (UTC). */
  endsAt: number
  /** Whether the text names a day, month or season, not only a year. */
  isExact: boolean
  /** Whether the text names the year. Otherwise it is the one that follows the time of writing. */
  hasYear: boolean
}

/** A date without a year is taken for the next one only when it is this near to the time of writing. */
const maxMonthsAhead = 9

/** The last month of seasons and feasts; more than 12 is a month of the next year. */
const seasonNames: [number, string][] = [
  [5, 'spring|frühjahr|frühling|printemps|primavera|voorjaar|lente'],
  [4, 'easter|ostern|osterferien|pâques|pascua|semana santa|pasqua|pasen|páscoa'],
  [8, 'summer|sommer|sommerferien|été|verano|estate|zomer|verão'],
  [11, 'autumn|fall|herbst|herbstferien|automne|otoño|autunno|herfst|najaar|outono'],
  [11, 'black friday'],
  [14, 'winter|hiver|invierno|inverno'],
  [12, 'christmas|weihnachten|weihnachtsferien|noël|navidad|natale|kerst|natal|advent'],
  [12, "new year['’]s eve|silvester|nochevieja|capodanno|oudjaar|réveillon"],
  [3, 'q1|1st quarter|first quarter|1\\. quartal|erste[sn]? quartal|primer trimestre|premier trimestre'],
  [6, 'q2|2nd quarter|second quarter|2\\. quartal|zweite[sn]? quartal|segundo trimestre|deuxième trimestre'],
  [9, 'q3|3rd quarter|third quarter|3\\. quartal|dritte[sn]? quartal|tercer trimestre|troisième trimestre'],
  [12, 'q4|4th quarter|fourth quarter|4\\. quartal|vierte[sn]? quartal|cuarto trimestre|quatrième trimestre'],
]

const monthWords = [...monthNumbers.keys()].join('|')
const of = "(?:,? (?:of |de |del |do |di |des jahres )?|\\s?[/’']\\s?)"
const monthAndYear = new RegExp(`(?<![\\p{L}\\d])(${monthWords})${of}(20\\d\\d)(?!\\d)`, 'giu')
const seasonAndYear = new RegExp(
  `(?<![\\p{L}\\d])(?:${seasonNames.map(([, names]) => `(${names})`).join('|')})${of}(20\\d\\d)(?![\\d/–-])`,
  'giu',
)
const dayAndMonthNumber = /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(?!\s?\d)/gu
/** "Until the end of June": a month alone is a date only after such words. */
const monthAlone = new RegExp(
  `(?<=(?:end of|mid[- ]|middle of|until|till|through|by|ende|mitte|bis|fin de|finales de|mediados de|mi-|jusqu['’](?:en|à) |hasta|fine|metà|fino a|eind|half|tot|até|meados de)\\s?)(${monthWords})(?!\\p{L})(?! \\d)`,
  'giu',
)
const plainYear =
  /(?<![\d.,/#-])(20[0-4]\d)(?:\s?[/–-]\s?(20\d\d|\d\d))?(?![\d%€$£]|[.,]\d|\s?(?:€|\$|£|eur|mm|cm|kg|km|m\b|euro|users|items))/giu

/** Returns when a date without a year ends next; `toEnd` returns its end in a year. */
type FindNextEnd = (toEnd: (year: number) => number) => number | null

/** Other dates, in the order in which they are read: a later pattern finds nothing in the text of an earlier one. */
const periods: {
  pattern: RegExp
  read(match: RegExpExecArray, findNextEnd: FindNextEnd): Omit<TextDate, 'start' | 'end'> | null
}[] = [
  {
    pattern: monthAndYear,
    read: ([, month = '', year]) => ({
      endsAt: endOfMonth(Number(year), toMonth(month)),
      isExact: true,
      hasYear: true,
    }),
  },
  {
    pattern: seasonAndYear,
    read(match) {
      const last = seasonNames.find((_, index) => match[index + 1] !== undefined)?.[0] ?? 12
      return { endsAt: endOfMonth(Number(match.at(-1)), last), isExact: true, hasYear: true }
    },
  },
  {
    pattern: dayAndMonthNumber,
    read: ([, day, month], findNextEnd) => {
      const isDate = Number(day) <= 31 && Number(month) <= 12
      return isDate ? withoutYear(findNextEnd((year) => endOfDay(year, Number(month), Number(day)))) : null
    },
  },
  {
    pattern: monthAlone,
    read: ([, month = ''], findNextEnd) =>
      withoutYear(findNextEnd((year) => endOfMonth(year, toMonth(month)))),
  },
  {
    pattern: plainYear,
    read([, from = '', to = from]) {
      const last = Number(to.length === 2 ? `${from.slice(0, 2)}${to}` : to)
      return { endsAt: endOfMonth(last, 12), isExact: false, hasYear: true }
    },
  },
]

/** The dates of a text in their order. A date without a year is left out when the time of writing does not determine it. */
export function listTextDates(text: string, writtenAt: Date | null): TextDate[] {
  const findEnd: FindNextEnd = (toEnd) => findNextEnd(toEnd, writtenAt)
  const fullDates = findDates(text)
  const found = readFullDates(text, fullDates, findEnd)
  let rest = text
  for (const { start, end } of fullDates) rest = blank(rest, start, end)
  for (const { pattern, read } of periods)
    for (const match of rest.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length]
      rest = blank(rest, start, end)
      const date = read(match, findEnd)
      if (date) found.push({ start, end, ...date })
    }
  return found.sort((a, b) => a.start - b.start)
}

/** Dates with a day and the name or number of a month. */
function readFullDates(text: string, dates: FoundDate[], findNextEnd: FindNextEnd): TextDate[] {
  // "24 December to 1 January 2025" and "Easter 2025, 3 to 6 April" name one year for all their dates.
  const years = [...new Set([...text.matchAll(/(?<![\d.,])20[0-4]\d(?!\d)/g)].map(([year]) => Number(year)))]
  const onlyYear = years.length === 1 ? years[0] : undefined
  return dates.flatMap(({ start, end, readings }) => {
    const ends = readings.flatMap(({ year, month, day }) => {
      const known = year ?? onlyYear
      return known === undefined ? [] : [endOfDay(known, month, day)]
    })
    if (ends.length > 0) return [{ start, end, endsAt: Math.max(...ends), isExact: true, hasYear: true }]
    const [first] = readings
    const date = first && withoutYear(findNextEnd((year) => endOfDay(year, first.month, first.day)))
    return date ? [{ start, end, ...date }] : []
  })
}

function withoutYear(endsAt: number | null): Omit<TextDate, 'start' | 'end'> | null {
  return endsAt === null ? null : { endsAt, isExact: true, hasYear: false }
}

function blank(text: string, start: number, end: number): string {
  return text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)
}

/** The first end at or after the time of writing; null when it is far away, because it may be an earlier year then. */
function findNextEnd(toEnd: (year: number) => number, writtenAt: Date | null): number | null {
  if (writtenAt === null) return null
  const year = writtenAt.getUTCFullYear()
  const endsAt = [year, year + 1].map(toEnd).find((one) => one >= writtenAt.getTime())
  const latest = new Date(writtenAt)
  latest.setUTCMonth(latest.getUTCMonth() + maxMonthsAhead)
  return endsAt === undefined || endsAt > latest.getTime() ? null : endsAt
}

const toMonth = (name: string): number => monthNumbers.get(name.toLowerCase()) ?? 12
const endOfDay = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day + 1)
const endOfMonth = (year: number, month: number): number => Date.UTC(year, month, 1)
