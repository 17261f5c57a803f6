import { tokenize } from '../knowledge/normalize-text.ts'
import de from './languages/de.json' with { type: 'json' }
import en from './languages/en.json' with { type: 'json' }
import es from './languages/es.json' with { type: 'json' }
import fr from './languages/fr.json' with { type: 'json' }
import it from './languages/it.json' with { type: 'json' }
import nl from './languages/nl.json' with { type: 'json' }
import pt from './languages/pt.json' with { type: 'json' }

/** What a question asks for when it asks for a value. */
export type ValueKind = 'money' | 'duration' | 'time' | 'count'

/** Vocabulary for reading questions in one language, in lower case and without accents. */
export type LanguageData = {
  code: string
  /** The PostgreSQL text search configuration. */
  config: string
  /** Introduces suggested pages. */
  suggestions: string
  /** Introduces the part of a message that was not answered. */
  unanswered: string
  /** Joins two questions: 'and'. */
  conjunction: string
  /** Words that form a question and carry no topic. */
  questionWords: Set<string>
  /** General words that get a low weight. */
  vagueWords: Set<string>
  /** Phrases with the single words that documents use instead. */
  phrases: [RegExp, string][]
  /** The other words of each group of synonyms that contains the word. */
  synonyms: Map<string, string[]>
  /** Which values a question asks for, with a pattern that matches them. */
  values: { kind: ValueKind; asks: RegExp; answers: RegExp }[]
  negation: RegExp
  /** How a question begins that continues the previous one, and words that stand for its topic, or do so without a noun after them. */
  followUps: { opening: RegExp; pronouns: Set<string>; determiners: Set<string> }
  months: Set<string>
  /** Whether all nouns begin with a capital letter, so that a capital does not mark a name. */
  hasCapitalNouns: boolean
}

type LanguageFile = typeof en

const figure = String.raw`\d[\d.,]*`

export const languages: LanguageData[] = Object.entries({ en, de, es, fr, it, pt, nl }).map(
  ([code, file]) => ({
    code,
    config: file.config,
    suggestions: file.suggestions,
    unanswered: file.unanswered,
    conjunction: file.conjunction,
    questionWords: parseWords(file.questionWords),
    vagueWords: parseWords(file.vagueWords),
    phrases: file.phrases.map(([phrase = '', words = '']) => [new RegExp(`\\b${phrase}\\b`, 'g'), words]),
    synonyms: parseSynonyms(file.synonyms),
    values: createValuePatterns(file),
    negation: new RegExp(`\\b(?:${alternatives(file.negations)})\\b|n['’]t\\b`, 'iu'),
    followUps: {
      opening: new RegExp(`^(?:${file.followUps.openings.join('|')})\\b`),
      pronouns: parseWords(file.followUps.pronouns),
      determiners: parseWords(file.followUps.determiners),
    },
    months: new Set(file.units.months),
    hasCapitalNouns: code === 'de',
  }),
)

/**
 * The languages in which a question is read: the one whose question words it contains most, of the project's languages
 * where several are equal. Without such a word, all languages of the project.
 */
export function detectQuestionLanguages(text: string, projectConfigs: string[]): LanguageData[] {
  const words = tokenize(text)
  const own = languages.filter(({ config }) => projectConfigs.includes(config))
  const count = ({ questionWords }: LanguageData) => words.filter((word) => questionWords.has(word)).length
  const most = Math.max(...languages.map(count))
  if (most === 0) return own
  const best = languages.filter((language) => count(language) === most)
  const ofProject = best.filter((language) => own.includes(language))
  return ofProject.length > 0 ? ofProject : best
}

function parseWords(words: string): Set<string> {
  return new Set(words.split(' '))
}

function alternatives(words: string): string {
  return words.split(' ').join('|')
}

function parseSynonyms(groups: string[]): Map<string, string[]> {
  const synonyms = new Map<string, string[]>()
  for (const group of groups.map((words) => words.split(' '))) {
    for (const word of group) {
      const others = group.filter((other) => other !== word)
      synonyms.set(word, [...new Set([...(synonyms.get(word) ?? []), ...others])])
    }
  }
  return synonyms
}

function createValuePatterns({ kinds, units, numbers }: LanguageFile): LanguageData['values'] {
  const number = `(?:${figure}|\\b(?:${alternatives(numbers)}))`
  const money = `${figure}\\s*(?:${units.money.join('|')}|[€$£%]|eur|usd|chf|gbp)|[€$£]\\s*${figure}|\\b(?:${units.free.join('|')})\\b`
  const duration = `${number}[ -]*(?:\\p{L}+ )?(?:${units.duration.join('|')})\\b|\\b(?:${units.frequency.join('|')})\\b`
  const time = `${duration}|\\b\\d{1,2}[.:h]\\d\\d\\b|\\b\\d{1,2} ?(?:am|pm|uhr|h)\\b|\\b[12]\\d{3}\\b|\\b(?:${[...units.weekdays, ...units.months, ...units.other].join('|')})\\b`
  const answers: Record<ValueKind, string> = { money, duration, time, count: `${number}\\b` }
  return Object.entries(kinds).map(([kind, asks]) => ({
    kind: kind as ValueKind,
    asks: new RegExp(`\\b(?:${asks.join('|')})\\b`),
    answers: new RegExp(answers[kind as ValueKind], 'iu'),
  }))
}
