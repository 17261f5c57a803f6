import { type CalendarDate, extractDates, extractMonths, extractWeekdays, type Weekday } from './calendar.ts'
import { extractFigures, type Figure } from './extract-figures.ts'
import { extractLinks, toPhoneDigits } from './extract-links.ts'
import { extractSchedule, listScheduleFigures, type Schedule } from './schedule.ts'

/** What a text states that can be compared: everything that a sentence must not invent. */
export type Facts = {
  links: Set<string>
  /** Digits only, in the form that the text has. */
  phones: string[]
  /** Product codes, versions and other words with digits. */
  codes: Set<string>
  /** A word and a number beside each other, which support the code that they would be together: "KX 400". */
  codesInTwoWords: Set<string>
  streets: Set<string>
  /** The possible readings of each date. */
  dates: CalendarDate[][]
  months: { number: number; text: string }[]
  weekdays: Weekday[]
  schedule: Schedule
  figures: Figure[]
}

/**
 * Every repetition in a pattern is bounded or starts at a boundary, so that the time grows with the length of the text and not
 * with its square.
 */
export function extractFacts(text: string): Facts {
  // Links are removed first, because digits in a link are not figures; then dates and phone numbers, which look like figures.
  const links = extractLinks(text.normalize('NFKC').replace(/\p{Cf}/gu, ''))
  const dates = extractDates(links.rest.replace(stepNumber, '$<before> '))
  const phones = extractPhones(dates.rest)
  const weekdays = extractWeekdays(phones.rest)
  const months = extractMonths(phones.rest)
  const schedule = extractSchedule(phones.rest)
  const codes = extractCodes(months.rest)
  return {
    links: links.found,
    phones: [...phones.found, ...links.phones],
    codes: codes.found,
    codesInTwoWords: findCodesInTwoWords(months.rest),
    streets: new Set([...phones.rest.toLowerCase().matchAll(street)].map((match) => match[1] as string)),
    dates: dates.found,
    months: months.found,
    weekdays,
    schedule,
    figures: [...extractFigures(codes.rest), ...listScheduleFigures(schedule)],
  }
}

/** "1. ", "2) " at the start of a line, and "Step 3:". */
const stepNumber =
  /^(?<before>[ \t>*_#-]*)\d{1,2}[.)]\**\s+|\b(?:step|schritt|paso|étape|etape|passaggio|passo|fase|stap|phase|tip|tipp|option)\s?\d{1,2}\b(?=\s?[:.)–-])/gimu

/** With a country code or a leading zero, or as the groups 555-123-4567. */
const phone =
  /(?<![\p{L}\d.,:-])(?:(?:\+|00)\d[\d ()/.-]{5,22}\d|\(?0\d[\d ()/.-]{4,20}\d|(?:1[ .-])?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4})(?![\d\p{L}])/gu
const minPhoneDigits = 7

function extractPhones(text: string): { found: string[]; rest: string } {
  const found: string[] = []
  const rest = text.replace(phone, (matched) => {
    const digits = toPhoneDigits(matched)
    if (digits.replace(/^\+/, '').length < minPhoneDigits) return matched
    found.push(digits)
    return ' \n'
  })
  return { found, rest }
}

const street =
  /\b([\p{L}'-]{1,40} (?:street|avenue|road|lane|square|boulevard|drive)|[\p{L}-]{1,40}(?:straße|strasse|platz|gasse|allee))\b/gu

const code = /(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}]{0,30}(?:-[\p{L}\p{N}]{1,30}){0,4}(?![\p{L}\p{N}])/gu
/** Words with a digit that are no codes: "step-1", "h2" as a heading, "o2" stay codes. */
const ordinaryWord = /^(?:step|top|number|no|nr|punkt|bis|ab|von|de|of|a|à|e|to|r|us)-?\d/i

function extractCodes(text: string): { found: Set<string>; rest: string } {
  const found = new Set<string>()
  const rest = text.replace(code, (matched) => {
    if (!/\d/.test(matched) || ordinaryWord.test(matched)) return matched
    found.add(normalizeCode(matched))
    return ' '
  })
  return { found, rest }
}

function findCodesInTwoWords(text: string): Set<string> {
  const pairs = text.matchAll(/(?<![\p{L}\p{N}])(\p{L}{1,6}) (\d{1,6})(?![\p{L}\p{N}])/gu)
  return new Set([...pairs].map(([, name = '', number = '']) => normalizeCode(`${name}${number}`)))
}

function normalizeCode(text: string): string {
  return text.toLowerCase().replaceAll('-', '')
}
