import { type CalendarDate, weekdayOf } from './calendar.ts'
import { extractFacts, type Facts } from './extract-facts.ts'
import { type Figure, toDateReading } from './extract-figures.ts'
import { findUnsupportedSchedule } from './schedule.ts'

/**
 * Lists figures, prices, dates, times, codes, addresses and links of a sentence that are missing in the source material, or have
 * another unit there. The check uses rules only, so a prompt injection cannot influence it.
 */
export function findUnsupportedFacts(sentence: string, material: Facts): string[] {
  const claimed = extractFacts(sentence)
  const dates = claimed.dates.map((readings) => readings.filter((one) => supportsDate(material, one)))
  return [
    ...[...claimed.links].filter((link) => !supportsLink(material, link)),
    ...claimed.phones.filter((phone) => !supportsPhone(material, phone)),
    ...[...claimed.codes].filter((code) => !material.codes.has(code) && !material.codesInTwoWords.has(code)),
    ...[...claimed.streets].filter((street) => !material.streets.has(street)),
    ...claimed.dates.flatMap((readings, index) =>
      dates[index]?.length === 0 ? [readings[0]?.text ?? ''] : [],
    ),
    ...claimed.months.filter((month) => !supportsMonth(material, month.number)).map(({ text }) => text),
    ...claimed.weekdays
      .filter(({ number, isEveryDay }) => !isEveryDay && !supportsWeekday(material, number, dates.flat()))
      .map(({ text }) => text),
    ...findUnsupportedSchedule(claimed, material),
    ...claimed.figures
      .filter((figure) => !figure.isUnchecked && !supportsFigure(material, figure))
      .map(({ text }) => text),
  ]
}

/** A link that is the beginning of a known one is supported: example.com for example.com/help. */
function supportsLink({ links }: Facts, claimed: string): boolean {
  return [...links].some((known) => known === claimed || known.startsWith(`${claimed}/`))
}

const minSharedDigits = 6
const maxCountryDigits = 3

/** The same number may stand with or without its country code and the zero before its area code. */
function supportsPhone({ phones, figures }: Facts, claimed: string): boolean {
  const digits = claimed.replace(/^\+/, '').replace(/^0+/, '')
  return (
    phones.some((phone) => {
      const known = phone.replace(/^\+/, '').replace(/^0+/, '')
      const [long, short] = known.length > digits.length ? [known, digits] : [digits, known]
      const isCountryCode = long === short || phone.startsWith('+') !== claimed.startsWith('+')
      return (
        short.length >= minSharedDigits &&
        isCountryCode &&
        long.endsWith(short) &&
        long.length - short.length <= maxCountryDigits
      )
    }) || figures.some(({ raw }) => String(raw) === digits)
  )
}

function supportsDate({ dates, figures }: Facts, claimed: CalendarDate): boolean {
  return (
    dates.flat().some((known) => isSameDate(known, claimed)) ||
    figures.some(({ readings }) => hasReading(readings, [toDateReading(claimed.day, claimed.month)]))
  )
}

function isSameDate(known: CalendarDate, claimed: CalendarDate): boolean {
  const isSameYear = known.year === null || claimed.year === null || known.year === claimed.year
  return known.day === claimed.day && known.month === claimed.month && isSameYear
}

function supportsMonth({ months, dates }: Facts, claimed: number): boolean {
  return (
    months.some(({ number }) => number === claimed) || dates.flat().some(({ month }) => month === claimed)
  )
}

/** The weekday of a supported date needs no support. */
function supportsWeekday({ weekdays, dates }: Facts, claimed: number, supported: CalendarDate[]): boolean {
  const known = dates.flat().filter((date) => supported.some((one) => isSameDate(date, one)))
  return (
    weekdays.some(({ number }) => number === claimed) ||
    [...supported, ...known].some((date) => weekdayOf(date) === claimed)
  )
}

function supportsFigure({ figures, dates }: Facts, claimed: Figure): boolean {
  return (
    figures.some((known) => isSameFigure(known, claimed)) ||
    dates.flat().some(({ day, month, year }) => {
      return (
        hasReading([toDateReading(day, month)], claimed.readings) || (claimed.isBare && claimed.raw === year)
      )
    })
  )
}

/** A figure that stands alone in the material, for example in a table, matches any unit. Two different units never match. */
function isSameFigure(known: Figure, claimed: Figure): boolean {
  if (hasReading(known.readings, claimed.readings)) return true
  if (known.isBare && known.isCounting && !claimed.isBare) return false
  if (!known.isBare && !claimed.isBare) return known.readings.length === 0 && known.raw === claimed.raw
  return known.raw === claimed.raw || isHourOf(known, claimed) || isHourOf(claimed, known)
}

function hasReading(known: Figure['readings'], claimed: Figure['readings']): boolean {
  return claimed.some(({ dimension, value }) =>
    known.some((one) => one.dimension === dimension && Math.abs(one.value - value) < 1e-6),
  )
}

/** "from 9 to 17:30": a bare number may be a full hour, in either half of the day. */
function isHourOf(bare: Figure, { readings }: Figure): boolean {
  if (!bare.isBare || bare.isCounting || typeof bare.raw !== 'number' || bare.raw > 24) return false
  const minutes = (bare.raw * 60) % 1440
  return hasReading(
    readings,
    [minutes, (minutes + 720) % 1440].map((value) => ({ dimension: 'clock', value })),
  )
}
