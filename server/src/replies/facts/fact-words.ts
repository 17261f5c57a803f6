import { languages } from '../language/language-data.ts'
import type { Language } from './number-languages.ts'

type Key = Exclude<keyof (typeof languages)[number]['facts'], 'articles'>

/** Patterns of all languages, as whole words. A sentence need not be in the language of the passages. */
export const factPatterns = {
  /** Before a time unit or a dozen they are a number: "a week". */
  article: toPattern(languages.flatMap(({ facts }) => facts.articles.split(' ').filter(Boolean))),
  dozen: `(?:${listAll('dozen').join('|')})`,
  halfDozen: toPattern(listAll('halfDozen')),
  half: `(?<![\\p{L}\\d]|(?:and|und|y|et|e|en)\\s(?:an?\\s|een\\s|eine?\\s)?)(?:${listAll('half').join('|')})`,
  andHalf: `(?:${listAll('andHalf').join('|')})`,
  halfOf: toPattern(listAll('halfOf')),
  roundTheClock: toPattern(listAll('roundTheClock')),
  everyDay: toPattern(listAll('everyDay')),
  /** States a frequency that "daily" can repeat. */
  perDay: toPattern(listAll('perDay')),
}

/** Longer patterns come first, so that "half an hour" is not read as "half". */
function listAll(key: Key): string[] {
  return languages.flatMap(({ facts }): string[] => facts[key]).sort((a, b) => b.length - a.length)
}

function toPattern(patterns: string[]): string {
  return `(?<![\\p{L}\\d])(?:${patterns.join('|')})(?![\\p{L}\\d])`
}

const contexts = new Map(
  languages.map(({ code, facts }) => [
    code,
    {
      before: new RegExp(`(?:^|[^\\p{L}])(?:${facts.articleIsRate.join('|')})$`, 'iu'),
      after:
        facts.notDuration.length === 0
          ? null
          : new RegExp(`^\\s(?:${facts.notDuration.join('|')})(?!\\p{L})`, 'iu'),
    },
  ]),
)

/**
 * Whether an article and a time unit state no duration: "twice a day" is a rate, "on a working day" a date, and "a day ticket" a
 * name. `before` ends at the article, and `after` starts at the end of the unit.
 */
export function isNoDuration(before: string, after: string, ofLanguages: Language[]): boolean {
  return ofLanguages.some((language) => {
    const context = contexts.get(language)
    return context?.before.test(before.trimEnd()) || context?.after?.test(after)
  })
}
