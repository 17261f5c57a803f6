import { detectLanguages } from '../../kit/text/detect-languages.ts'
import { tokenize } from '../../knowledge/search/normalize-text.ts'
import de from './languages/de.json' with { type: 'json' }
import en from './languages/en.json' with { type: 'json' }
import es from './languages/es.json' with { type: 'json' }
import fr from './languages/fr.json' with { type: 'json' }
import it from './languages/it.json' with { type: 'json' }
import nl from './languages/nl.json' with { type: 'json' }
import pt from './languages/pt.json' with { type: 'json' }
import productWords from './products.json' with { type: 'json' }

/** What a question asks for, where the answer can be recognized by its form. */
export type ValueKind = 'money' | 'duration' | 'time' | 'count' | 'size' | 'color' | 'reason'

/** Vocabulary for reading questions in one language, in lower case and without accents. */
export type LanguageData = {
  code: string
  /** The PostgreSQL text search configuration. */
  config: string
  /** Introduces the part of a message that was not answered. */
  unanswered: string
  /** Joins two questions: 'and'. */
  conjunction: string
  /** Words with which a question begins. */
  interrogatives: Set<string>
  /** Words that form a question and carry no topic. */
  questionWords: Set<string>
  /** General words that get a low weight. */
  vagueWords: Set<string>
  /** Phrases with the single words that documents use instead. */
  phrases: [RegExp, string][]
  /** Groups of words that mean about the same. */
  synonyms: string[][]
  /** Which values a question asks for, with a pattern that matches them. */
  values: { kind: ValueKind; asks: RegExp; answers: RegExp }[]
  /** Words for opening hours: 'open', 'closes'. */
  hours: Set<string>
  /** Words for information, which a negation says is missing: 'no information'. */
  information: Set<string>
  /** Matches a negation in lowercase text without accents. Use `negates` for other text. */
  negation: RegExp
  /** Matches the start of a sentence that continues the one before it: 'This', 'However'. */
  continuation: RegExp
  followUps: FollowUpWords
  /** Patterns of words in a sentence that is checked against the knowledge. */
  facts: LanguageFile['facts']
  months: Set<string>
  identifiers: IdentifierWords
  /** Whether all nouns begin with a capital letter, so that a capital does not mark a name. */
  hasCapitalNouns: boolean
  /** Whether nouns are joined to one word. */
  hasCompounds: boolean
}

/** The words of a question that continues the previous one. */
export type FollowUpWords = {
  /** How it begins: 'and', 'what about'. */
  opening: RegExp
  /** Words that are an opening only without their accents: 'é' is 'is', and 'e' is 'and'. */
  openingHomographs: Set<string>
  /** Words that stand for its topic. */
  pronouns: Set<string>
  /** Words that stand for its topic if no noun follows them. */
  determiners: Set<string>
  /** A verb with a pronoun at its end: 'devolverlo'. */
  enclitic: RegExp | null
  /** Phrases with an impersonal pronoun, which stands for no topic: 'is it possible', 'is there'. */
  impersonal: RegExp | null
}

/** Words beside a code, a number or a name that an answer must contain, or must not. */
export type IdentifierWords = {
  /** Before a version: 'version'. */
  versions: Set<string>
  /** Before the number of a product: 'SKU'. */
  items: Set<string>
  /** Beside a code: 'error'. They are no topic of a question that names the code. */
  codes: Set<string>
  /** Before a number of the visitor's own, which the knowledge cannot contain: 'order'. */
  references: Set<string>
  /** Between such a word and its number: 'no'. */
  numberWords: Set<string>
  /** Beside the name of a plan: 'tier'. */
  plans: Set<string>
  /** Names of plans that are also written without a capital. */
  planNames: Set<string>
}

type LanguageFile = typeof en

/** Units that are written alike in all languages. */
const unitSymbols =
  '(?:mm|cm|m|km|kg|g|mg|t|lbs?|oz|in|ft|mi|[kmgt]b|l|cl|ml|k?wh?|k?v|m?ah|k?hz|px|dpi|db|°c?|x \\d|× ?\\d)(?![\\p{L}\\d])|[²³"°]'

const figure = String.raw`\d[\d.,]*`

export const languages: LanguageData[] = Object.entries({ en, de, es, fr, it, pt, nl }).map(
  ([code, file]) => ({
    code,
    config: file.config,
    unanswered: file.unanswered,
    conjunction: file.conjunction,
    interrogatives: parseWords(file.interrogatives),
    questionWords: parseWords(file.questionWords),
    vagueWords: parseWords(file.vagueWords),
    phrases: file.phrases.map(([phrase = '', words = '']) => [new RegExp(`\\b${phrase}\\b`, 'g'), words]),
    synonyms: file.synonyms.map((words) => words.split(' ')),
    values: createValuePatterns(file),
    hours: parseWords(file.hours),
    information: parseWords(file.information),
    negation: new RegExp(`\\b(?:${alternatives(file.negations)})\\b|n['’]t\\b`, 'iu'),
    continuation: new RegExp(`^(?:${file.continuations.join('|')})\\b`),
    followUps: createFollowUpWords(file.followUps),
    facts: file.facts,
    months: new Set(file.units.months),
    identifiers: {
      versions: parseWords(file.identifiers.versions),
      items: parseWords(file.identifiers.items),
      codes: parseWords(file.identifiers.codes),
      references: parseWords(file.identifiers.references),
      numberWords: parseWords(file.identifiers.numberWords),
      plans: parseWords(file.identifiers.plans),
      planNames: parseWords(file.identifiers.planNames),
    },
    hasCapitalNouns: code === 'de',
    hasCompounds: code === 'de' || code === 'nl',
  }),
)

/** Products that are also written in lowercase, without names that are ordinary words, and words after a number that name another model. */
export const products = {
  names: parseWords(productWords.names),
  variants: parseWords(productWords.variants),
}

const vocabularies = languages.map((language) => ({ language, words: language.questionWords }))

/**
 * The languages in which a question is read: the one whose question words it contains most, of the project's languages
 * where several are equal. Without such a word, all languages of the project.
 */
export function detectQuestionLanguages(text: string, projectConfigs: string[]): LanguageData[] {
  const own = languages.filter(({ config }) => projectConfigs.includes(config))
  const best = detectLanguages(tokenize(text), vocabularies)
  if (best.length === 0) return own
  const ofProject = best.filter((language) => own.includes(language))
  return ofProject.length > 0 ? ofProject : best
}

/** Whether the text contains a negation, also in capitals or with accents. */
export function negates(text: string, { negation }: LanguageData): boolean {
  // Not `normalizeText`, which removes the apostrophe of "don't".
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('’', "'")
  return negation.test(plain)
}

function parseWords(words: string): Set<string> {
  return new Set(words.split(' '))
}

function alternatives(words: string): string {
  return words.split(' ').join('|')
}

function createFollowUpWords(words: LanguageFile['followUps']): FollowUpWords {
  const { openings, openingHomographs, pronouns, determiners, enclitic, impersonal } = words
  const anyOf = (patterns: string[]) => `(?<!\\p{L})(?:${patterns.join('|')})(?!\\p{L})`
  return {
    opening: new RegExp(`^(?:${openings.join('|')})\\b`),
    openingHomographs: parseWords(openingHomographs),
    pronouns: parseWords(pronouns),
    determiners: parseWords(determiners),
    enclitic: enclitic === '' ? null : new RegExp(anyOf([enclitic]), 'u'),
    impersonal: impersonal.length === 0 ? null : new RegExp(anyOf(impersonal), 'gu'),
  }
}

function createValuePatterns({ kinds, units, numbers, facts }: LanguageFile): LanguageData['values'] {
  const number = `(?:${figure}|\\b(?:${alternatives(numbers)}))`
  const article =
    facts.articles === '' ? '' : `\\b(?:${alternatives(facts.articles)}) (?:${units.duration.join('|')})\\b|`
  // A price list often has no currency: '7.50', '45 a year', 'adults 18 / children 9'.
  const bare = `\\b\\d+[.,]\\d\\d(?![\\d:]|[.,]\\d|\\s?(?:am|pm|uhr|h)\\b)|(?<![\\d:.,-])(?!(?:19|20)\\d\\d\\b)\\d+(?![\\d:%-]|[.,]\\d)(?:\\s*(?:$|[,;/|)]|[.](?:\\s|$))|\\s+(?:${units.rates.join('|')})\\b)`
  const money = `${figure}\\s*(?:${units.money.join('|')}|[€$£%]|eur|usd|chf|gbp)|[€$£]\\s*${figure}|\\b(?:${units.free.join('|')})\\b|${bare}`
  const duration = `${number}[ -]*(?:\\p{L}+ )?(?:${units.duration.join('|')})\\b|${article}\\b(?:${units.frequency.join('|')})\\b`
  const time = `${duration}|\\b\\d{1,2}[.:h]\\d\\d\\b|\\b\\d{1,2} ?(?:am|pm|uhr|h)\\b|\\b\\d{1,2} ?[-–] ?\\d{1,2}\\b|\\b[12]\\d{3}\\b|\\b(?:${[...units.weekdays, ...units.months, ...units.other].join('|')})\\b`
  const size = `${figure} ?(?:${unitSymbols}|(?:${units.size.join('|')})\\b)`
  const color = `\\b(?:${units.color.join('|')})\\b`
  const reason = `\\b(?:${units.reason.join('|')})\\b`
  const answers: Record<ValueKind, string> = {
    money,
    duration,
    time,
    count: `${number}\\b`,
    size,
    color,
    reason,
  }
  return Object.entries(kinds).map(([kind, asks]) => ({
    kind: kind as ValueKind,
    asks: new RegExp(`\\b(?:${asks.join('|')})\\b`),
    answers: new RegExp(answers[kind as ValueKind], 'iu'),
  }))
}
