import { normalizeText, tokenize } from '../../knowledge/search/normalize-text.ts'
import { detectQuestionLanguages, type LanguageData } from '../../replies/language/language-data.ts'
import { maskPersonalData } from '../../replies/model/mask-secrets.ts'

/** The words of a question that name its topic. */
export type QuestionTerms = {
  /** Stems, in the order of the text. */
  terms: string[]
  /** For each term, the word as the visitor wrote it. */
  words: string[]
  /** Stems of words such as 'change' or 'day', which say little about the topic. */
  generalTerms: string[]
}

/** A question that is divided into words, before they are stemmed. */
export type QuestionWords = {
  words: { token: string; written: string; isGeneral: boolean }[]
  languages: LanguageData[]
  /** The text search configurations in which it is stemmed. */
  configs: string[]
}

const maxWords = 40
const maxWordLength = 40
/** Longer numbers are those of orders and customers. */
const maxDigits = 4

/** The words of a question, without personal data and words that only form a question. `configs` are those of the project's knowledge. */
export function splitIntoWords(text: string, configs: string[]): QuestionWords {
  // What was masked leaves a name in brackets.
  const masked = maskPersonalData(text).replace(/\[[a-zA-Z ]+\]/g, ' ')
  const languages = detectQuestionLanguages(masked, configs)
  const written = listWrittenWords(masked, languages)
  const plain = languages
    .flatMap(({ phrases }) => phrases)
    .reduce((changed, [phrase, words]) => changed.replace(phrase, words), normalizeText(masked))
  const tokens = [...new Set(tokenize(plain))]
    .filter((token) => !/^\p{L}$/u.test(token) && token.length <= maxWordLength)
    .filter((token) => token.replace(/\D/g, '').length <= maxDigits)
    .filter((token) => !languages.some(({ questionWords }) => questionWords.has(token)))
    .slice(0, maxWords)
  return {
    words: tokens.map((token) => ({
      token,
      written: written.get(token) ?? token,
      isGeneral: /^\d{1,2}$/.test(token) || languages.some(({ vagueWords }) => vagueWords.has(token)),
    })),
    languages,
    configs: languages.length > 0 ? languages.map(({ config }) => config) : configs,
  }
}

/** Each normalized word as it stands in the text. The first word of the text is not capitalized where only names are. */
function listWrittenWords(text: string, languages: LanguageData[]): Map<string, string> {
  const hasCapitalNouns = languages.some((language) => language.hasCapitalNouns)
  const written = new Map<string, string>()
  for (const [index, [word]] of [...text.matchAll(/[\p{L}\p{N}]+/gu)].entries()) {
    const [token = word] = tokenize(word)
    if (!written.has(token)) written.set(token, index === 0 && !hasCapitalNouns ? word.toLowerCase() : word)
  }
  return written
}

/** `stems` are those of each word. A question of general words only is about them. */
export function toTerms({ words }: Pick<QuestionWords, 'words'>, stems: string[][]): QuestionTerms {
  const isOnlyGeneral = words.every(({ isGeneral }, index) => isGeneral || !stems[index]?.length)
  const terms = new Map<string, string>()
  const generalTerms = new Set<string>()
  for (const [index, { written, isGeneral }] of words.entries()) {
    for (const stem of stems[index] ?? []) {
      if (isGeneral && !isOnlyGeneral) generalTerms.add(stem)
      else if (!terms.has(stem)) terms.set(stem, written)
    }
  }
  return {
    terms: [...terms.keys()],
    words: [...terms.values()],
    generalTerms: [...generalTerms].filter((stem) => !terms.has(stem)),
  }
}
