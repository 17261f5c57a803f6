import { findDates } from './find-dates.ts'
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

const monthNames = `january januar jänner janvier enero gennaio januari janeiro
february februar feber février febrero febbraio februari fevereiro
march märz mars marzo maart março
april avril abril aprile
may mai mayo maggio mei maio
june juni juin junio giugno junho
july juli juillet julio luglio julho
august août agosto augustus
september septembre septiembre setiembre settembre setembro
october oktober octobre octubre ottobre outubro
november novembre noviembre novembro
december dezember décembre diciembre dicembre dezembro`
const months = toNumbers(monthNames)

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

const monthWords = [...months.keys()].join('|')
const of = "(?:,? (?:of |de |del |do |di |des jahres )?|\\s?[/’']\\s?)"
const monthAndYear = new RegExp(`(?<![\\p{L}\\d])(${monthWords})${of}(20\\d\\d)(?!\\d)`, 'giu')
const seasonAndYear = new RegExp(
  `(?<![\\p{L}\\d])(?:${seasonNames.map(([, names]) => `(${names})`).join('|')})${of}(20\\d\\d)(?![\\d/–-])`,
  'giu',
)
const dayAndMonthNumber = /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(?!\s?\d)/gu
/** "Until the end of June": a month alone is a date only after such words. */
const monthAlone = new RegExp(
  `(?:end of|mid[- ]|middle of|until|till|through|by|ende|mitte|bis|fin de|finales de|mediados de|mi-|jusqu['’](?:en|à) |hasta|fine|metà|fino a|eind|half|tot|até|meados de)\\s?(${monthWords})(?!\\p{L})(?! \\d)`,
  'giu',
)
const plainYear =
  /(?<![\d.,/#-])(20[0-4]\d)(?:\s?[/–-]\s?(20\d\d|\d\d))?(?![\d%€$£]|[.,]\d|\s?(?:€|\$|£|eur|mm|cm|kg|km|m\b|euro|users|items))/giu

/** The dates of a text. Those without a year are left out where the time of writing is not known or does not tell which year it is. */
export function listTextDates(text: string, writtenAt: Date | null): TextDate[] {
  const found: TextDate[] = []
  let rest = text
  const remove = (start: number, end: number) => {
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end)
  }
  const add = (range: Range, endsAt: number | null, { isExact = true, hasYear = true } = {}) => {
    remove(range.start, range.end)
    if (endsAt !== null) found.push({ start: range.start, end: range.end, endsAt, isExact, hasYear })
  }
  const findNext = (toEnd: (year: number) => number) => findNextYear(toEnd, writtenAt)

  const full = findDates(text)
  const years = [...new Set([...text.matchAll(/(?<![\d.,])20[0-4]\d(?!\d)/g)].map(([year]) => Number(year)))]
  for (const { start, end, readings } of full) {
    const known = readings.filter(({ year }) => year !== null)
    // "24 December to 1 January 2025" and "Easter 2025, 3 to 6 April": the only year of the text.
    const year = years.length === 1 ? years[0] : undefined
    const dated = known.length > 0 || year === undefined ? known : readings.map((one) => ({ ...one, year }))
    const times = dated.map((one) => endOfDay(one.year ?? 0, one.month, one.day))
    const [first] = readings
    if (times.length > 0) add({ start, end }, Math.max(...times), { isExact: known.length > 0 })
    else if (first)
      add(
        { start, end },
        findNext((next) => endOfDay(next, first.month, first.day)),
        { hasYear: false },
      )
  }
  for (const { 0: shown, 1: name = '', 2: year, index } of rest.matchAll(monthAndYear))
    add({ start: index, end: index + shown.length }, endOfMonth(Number(year), toMonth(name)))
  for (const match of rest.matchAll(seasonAndYear)) {
    const last = seasonNames.find((_, place) => match[place + 1] !== undefined)?.[0] ?? 12
    const range = { start: match.index, end: match.index + match[0].length }
    add(range, endOfMonth(Number(match.at(-1)), last))
  }
  for (const { 0: shown, 1: day, 2: month, index } of rest.matchAll(dayAndMonthNumber)) {
    if (Number(day) > 31 || Number(month) > 12) continue
    const endsAt = findNext((next) => endOfDay(next, Number(month), Number(day)))
    add({ start: index, end: index + shown.length }, endsAt, { hasYear: false })
  }
  for (const { 0: shown, 1: name = '', index } of rest.matchAll(monthAlone)) {
    const start = index + shown.length - name.length
    const endsAt = findNext((next) => endOfMonth(next, toMonth(name)))
    add({ start, end: start + name.length }, endsAt, { hasYear: false })
  }
  for (const { 0: shown, 1: year = '', 2: to, index } of rest.matchAll(plainYear)) {
    const last =
      to === undefined ? Number(year) : to.length === 2 ? Number(year.slice(0, 2) + to) : Number(to)
    add({ start: index, end: index + shown.length }, endOfMonth(last, 12), { isExact: false })
  }
  return found.sort((a, b) => a.start - b.start)
}

/** The first end at or after the time of writing; null when it is far away, because it may be an earlier year then. */
function findNextYear(toEnd: (year: number) => number, writtenAt: Date | null): number | null {
  if (writtenAt === null) return null
  const year = writtenAt.getUTCFullYear()
  const endsAt = [year, year + 1].map(toEnd).find((one) => one >= writtenAt.getTime())
  const latest = new Date(writtenAt)
  latest.setUTCMonth(latest.getUTCMonth() + maxMonthsAhead)
  return endsAt === undefined || endsAt > latest.getTime() ? null : endsAt
}

const toMonth = (name: string): number => months.get(name.toLowerCase()) ?? 12
const endOfDay = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day + 1)
const endOfMonth = (year: number, month: number): number => Date.UTC(year, month, 1)

/** Each line holds the names of the next number, from 1. */
function toNumbers(lines: string): Map<string, number> {
  return new Map(
    lines
      .split('\n')
      .flatMap((line, index) => line.split(' ').map((name): [string, number] => [name, index + 1])),
  )
}
