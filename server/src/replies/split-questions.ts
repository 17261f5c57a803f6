import { tokenize } from '../knowledge/normalize-text.ts'
import { detectQuestionLanguages, type LanguageData } from './language-data.ts'

const maxQuestions = 3

/**
 * The questions of one message. `isCertain` is false if a sentence is only divided at an 'and', which may join two words of one
 * question as well.
 */
export function splitQuestions(
  text: string,
  projectConfigs: string[],
): { questions: string[]; isCertain: boolean } {
  const languages = detectQuestionLanguages(text, projectConfigs)
  const asked = (text.match(/[^?？]+[?？]+/gu) ?? [])
    .map((one) => one.trim())
    .filter((one) => hasTopic(one, languages))
  if (asked.length > 1) return { questions: asked.slice(0, maxQuestions), isCertain: true }
  const parts = splitAtConjunction(text, languages)
  if (!parts) return { questions: [text], isCertain: true }
  const [, second = ''] = parts
  const [first = ''] = tokenize(second)
  const isQuestion = languages.some(
    ({ questionWords, vagueWords }) => questionWords.has(first) && !vagueWords.has(first),
  )
  return { questions: parts, isCertain: isQuestion }
}

/** Both parts if each is about something. */
function splitAtConjunction(text: string, languages: LanguageData[]): [string, string] | null {
  for (const { conjunction } of languages) {
    for (const match of text.matchAll(new RegExp(`[\\s,]+${conjunction}\\s+`, 'giu'))) {
      const parts: [string, string] = [text.slice(0, match.index), text.slice(match.index + match[0].length)]
      if (parts.every((part) => tokenize(part).length >= 3 && hasTopic(part, languages))) return parts
    }
  }
  return null
}

function hasTopic(text: string, languages: LanguageData[]): boolean {
  return tokenize(text).some(
    (word) =>
      !languages.some(({ questionWords, vagueWords }) => questionWords.has(word) || vagueWords.has(word)),
  )
}
