import { tokenize } from '../../knowledge/search/normalize-text.ts'
import { closedWord, listWeekdayNumbers, readWeekday } from '../facts/calendar.ts'
import { detectQuestionLanguages, type LanguageData } from '../language/language-data.ts'

/** Stands for 'open' among the words of a statement such as 'Tue-Fri 10:00 - 17:30'. */
const openingHours = 'opening:hours'
const openOrClosed = new RegExp(
  `\\b\\d{1,2}[:.h]\\d\\d\\b|\\b\\d{1,2} ?(?:am|pm|uhr|h)\\b|\\b\\d{1,2} ?[-–] ?\\d{1,2}\\b|${closedWord}`,
  'iu',
)

/** Words that a statement does not contain, but means: the weekdays within 'Tue-Fri' and in short forms, and opening hours. */
export function listTimeWords(text: string): string[] {
  const weekdays = [...listWeekdayNumbers(text)].map(toWord)
  return weekdays.length > 0 && openOrClosed.test(text) ? [...weekdays, openingHours] : weekdays
}

/** The words of `listTimeWords` for which a word of a question asks. */
export function listAskedTimeWords(word: string, languages: LanguageData[]): string[] {
  const weekday = readWeekday(word)
  if (weekday !== null) return [toWord(weekday)]
  return languages.some(({ hours }) => hours.has(word)) ? [openingHours] : []
}

/** Whether a word of the texts asks for a weekday or opening hours. */
export function asksForTimes(texts: string[], projectConfigs: string[]): boolean {
  return texts.some((text) => {
    const languages = detectQuestionLanguages(text, projectConfigs)
    return tokenize(text).some((word) => listAskedTimeWords(word, languages).length > 0)
  })
}

function toWord(weekday: number): string {
  return `weekday:${weekday}`
}
