import { factPatterns } from './fact-words.ts'

/** Names of months by number, in the order of the languages en, de, es, fr, it, pt, nl. */
const monthNames = `january januar jänner enero janvier gennaio janeiro januari
february februar feber febrero février febbraio fevereiro februari
march märz marzo mars março maart
april abril avril aprile
may mai mayo maggio maio mei
june juni junio juin giugno junho
july juli julio juillet luglio julho
august agosto août augustus
september septiembre setiembre septembre settembre setembro
october oktober octubre octobre ottobre outubro
november noviembre novembre novembro
december dezember diciembre décembre dicembre dezembro`

/** Short forms, which are also other words: they are months next to a day only. */
const shortMonthNames = `jan ene janv gen
feb fév fev
mar mär mrt
apr abr avr
may mai mag
jun juin giu
jul juil lug
aug ago août
sep sept set
oct okt ott out
nov
dec dez dic déc`

const weekdayNames = `monday mondays montag montags lunes lundi lundis lunedì segunda-feira segundas-feiras maandag
tuesday tuesdays dienstag dienstags martes mardi mardis martedì terça-feira terças-feiras dinsdag
wednesday wednesdays mittwoch mittwochs miércoles mercredi mercredis mercoledì quarta-feira quartas-feiras woensdag
thursday thursdays donnerstag donnerstags jueves jeudi jeudis giovedì quinta-feira quintas-feiras donderdag
friday fridays freitag freitags viernes vendredi vendredis venerdì sexta-feira sextas-feiras vrijdag
saturday saturdays samstag samstags sonnabend sonnabends sábado sábados samedi samedis sabato sábado zaterdag
sunday sundays sonntag sonntags domingo domingos dimanche dimanches domenica zondag`

/** Short forms count in ranges only: "Mon–Fri", "Mo-Sa". */
const shortWeekdayNames = `mon mo lun lu ma
tue tues di mar
wed mi mié mer wo
thu thur thurs do jue jeu gio
fri fr vie ven vr
sat sa sáb sam sab za
sun so dom dim zo`

/** Words that are months but also common words ("You may", "the march", the chocolate). They need a day or year beside them. */
const ambiguousMonths = new Set(['may', 'march', 'mars', 'mai', 'mei'])

/** The number of a month, from 1, by its lower-case name in the product's languages. */
export const monthNumbers = toNumbers(monthNames)
const shortMonthNumbers = toNumbers(shortMonthNames)
const weekdayNumbers = toNumbers(weekdayNames)
const shortWeekdayNumbers = toNumbers(shortWeekdayNames)

/** Each line holds the names of the next number, from 1. */
function toNumbers(lines: string): Map<string, number> {
  return new Map(
    lines
      .split('\n')
      .flatMap((line, index) => line.split(' ').map((name): [string, number] => [name, index + 1])),
  )
}

const either = (...maps: Map<string, number>[]) =>
  maps
    .flatMap((map) => [...map.keys()])
    .sort((a, b) => b.length - a.length)
    .join('|')

export type CalendarDate = { day: number; month: number; year: number | null; text: string }
/** 1 is January, and Monday. */
type Found<T> = { found: T[]; rest: string }

const month = `(?<![\\p{L}-])(${either(monthNumbers, shortMonthNumbers)})\\.?(?![\\p{L}-])`
const dayNumber = '(\\d{1,2})(?:st|nd|rd|th|er|º|°|\\.)?'
const year = '(?:,? (?:de |del |do |of |of the )?((?:19|20)\\d\\d)(?!\\d))?'
const patterns: [RegExp, (groups: string[]) => [string, string, string | undefined][]][] = [
  [/(?<![\d.])(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/gu, ([y, m, d]) => [[d ?? '', m ?? '', y]]],
  [
    /(?<![\d.,])(\d{1,2})\.\s?(\d{1,2})\.\s?((?:19|20)\d\d|\d\d)(?!\.?\d)/gu,
    ([d, m, y]) => [[d ?? '', m ?? '', y]],
  ],
  [/(?<![\d.,])(\d{1,2})-(\d{1,2})-((?:19|20)\d\d)(?!\d)/gu, ([d, m, y]) => [[d ?? '', m ?? '', y]]],
  // 03/09/2026 is in March or in September.
  [
    /(?<![\d/])(\d{1,2})\/(\d{1,2})\/((?:19|20)\d\d|\d\d)(?![\d/])/gu,
    ([a, b, y]) => [
      [a ?? '', b ?? '', y],
      [b ?? '', a ?? '', y],
    ],
  ],
  [
    new RegExp(`(?<![\\d.,:/])${dayNumber},? ?(?:of |de |do |di |the )?${month}${year}`, 'giu'),
    ([d, m, y]) => [[d ?? '', m ?? '', y]],
  ],
  [
    new RegExp(`${month} (?:the )?${dayNumber}(?![\\d:]|[.,]\\d)${year}`, 'giu'),
    ([m, d, y]) => [[d ?? '', m ?? '', y]],
  ],
]

/** Each date with all its possible readings; `rest` is the text without dates. */
export function extractDates(text: string): Found<CalendarDate[]> {
  const found: CalendarDate[][] = []
  let rest = text
  for (const [pattern, toReadings] of patterns)
    rest = rest.replace(pattern, (matched, ...groups) => {
      const readings = toReadings(
        groups.filter((one) => typeof one === 'string' || one === undefined).slice(0, 3) as string[],
      )
      const dates = readings.flatMap((one) => toDate(one, matched.trim()))
      if (dates.length === 0) return matched
      found.push(dates)
      return ' \n'
    })
  return { found, rest }
}

function toDate([d, m, y]: [string, string, string | undefined], text: string): CalendarDate[] {
  const name = m.toLowerCase()
  const monthNumber = monthNumbers.get(name) ?? shortMonthNumbers.get(name) ?? Number(m)
  const dayOfMonth = Number(d)
  if (!(monthNumber >= 1 && monthNumber <= 12 && dayOfMonth >= 1 && dayOfMonth <= 31)) return []
  const fullYear = y === undefined ? null : y.length === 2 ? 2000 + Number(y) : Number(y)
  return [{ day: dayOfMonth, month: monthNumber, year: fullYear, text }]
}

/** Months without a day. */
export function extractMonths(text: string): Found<{ number: number; text: string }> {
  const found: { number: number; text: string }[] = []
  const rest = text.replace(
    new RegExp(`(?<![\\p{L}-])(${either(monthNumbers)})(?![\\p{L}-])( (?:19|20)\\d\\d)?`, 'giu'),
    (matched, name: string, after?: string) => {
      if (after === undefined && ambiguousMonths.has(name.toLowerCase())) return matched
      found.push({ number: monthNumbers.get(name.toLowerCase()) ?? 0, text: name.toLowerCase() })
      return after ?? ' '
    },
  )
  return { found, rest }
}

const rangeWord =
  '\\s*(?:-|–|—|to|through|thru|until|till|bis|a|al|à|au|às|até|tot|t/m|en|e|y|et|und|and)\\s*(?:(?:el|le|la|il) )?'
const weekdayRange = new RegExp(
  `(?<!\\p{L})(${either(weekdayNumbers, shortWeekdayNumbers)})\\.?${rangeWord}(${either(weekdayNumbers, shortWeekdayNumbers)})(?!\\p{L})`,
  'giu',
)
const everyDay = new RegExp(`${factPatterns.everyDay}|${factPatterns.roundTheClock}`, 'iu')
const linking = /[-–—]|\b(?:to|through|thru|until|till|bis|a|al|à|au|às|até|tot|t\/m)\b/iu

/** `isEveryDay` is true where no day is named, as in "daily". */
export type Weekday = { number: number; text: string; isEveryDay: boolean }

/** Weekdays, also those within a range. */
export function extractWeekdays(text: string): Weekday[] {
  const found: Weekday[] = []
  for (const [matched, from = '', to = ''] of text.matchAll(weekdayRange)) {
    const [first, last] = [toWeekday(from), toWeekday(to)]
    const isRange = linking.test(matched.slice(from.length, matched.length - to.length))
    for (let number = first; isRange; number = (number % 7) + 1) {
      found.push({ number, text: number === first ? from : to, isEveryDay: false })
      if (number === last) break
    }
  }
  for (const [name] of text.matchAll(new RegExp(`(?<!\\p{L})(?:${either(weekdayNumbers)})(?!\\p{L})`, 'giu')))
    found.push({ number: toWeekday(name), text: name.toLowerCase(), isEveryDay: false })
  if (everyDay.test(text))
    for (let number = 1; number <= 7; number++) found.push({ number, text: 'daily', isEveryDay: true })
  return found
}

/** "Closed" in the languages of the names. */
export const closedWord = '(?:closed|geschlossen|cerrado|fermé|chiuso|fechado|gesloten)(?!\\p{L})'

/** Short forms before a time, alone or in a list: "Sat 9:30 - 14:00", "Tue, Thu 8-12", "Mon closed". */
const weekdayWithTime = new RegExp(
  `(?<!\\p{L})(${either(shortWeekdayNumbers)})\\.?(?=(?:\\s*[,/&+]\\s*(?:${either(shortWeekdayNumbers)})\\.?)*\\s*:?\\s*(?:${closedWord}|\\d{1,2}(?:\\s?[-–:.h]\\s?\\d| ?(?:am|pm|uhr))))`,
  'giu',
)

/** The numbers of the weekdays for which a text may state a time. */
export function listWeekdayNumbers(text: string): Set<number> {
  const short = [...text.matchAll(weekdayWithTime)].map(([, name = '']) => toWeekday(name))
  return new Set([...extractWeekdays(text).map(({ number }) => number), ...short])
}

/** 1 for 'Monday' to 7 for 'Sunday', also in the plural; null for other words. Short forms are often other words. */
export function readWeekday(word: string): number | null {
  return weekdayNumbers.get(word) ?? plainWeekdayNumbers.get(word) ?? null
}

/** Without accents, as questions are normalized. */
const plainWeekdayNumbers = new Map(
  [...weekdayNumbers].map(([name, number]) => [name.normalize('NFKD').replace(/\p{M}+/gu, ''), number]),
)

/** All names and short forms of weekdays in all languages. */
export const weekdayWords = [...weekdayNumbers.keys(), ...shortWeekdayNumbers.keys()]

function toWeekday(name: string): number {
  return weekdayNumbers.get(name.toLowerCase()) ?? shortWeekdayNumbers.get(name.toLowerCase()) ?? 0
}

/** 1 for Monday to 7 for Sunday; null without a year. */
export function weekdayOf({ day, month: monthNumber, year: fullYear }: CalendarDate): number | null {
  return fullYear === null ? null : new Date(Date.UTC(fullYear, monthNumber - 1, day)).getUTCDay() || 7
}
