import { tokenize } from '../../knowledge/search/normalize-text.ts'
import { detectQuestionLanguages, type LanguageData } from '../language/language-data.ts'

/**
 * All questions of one message. `isCertain` is false if a sentence is only divided at an 'and', which may join two words of one
 * question as well.
 */
export function splitQuestions(
  text: string,
  projectConfigs: string[],
): { questions: string[]; isCertain: boolean } {
  const languages = detectQuestionLanguages(text, projectConfigs)
  const asked = listQuestions(text, languages)
  if (asked.length > 1) return { questions: asked, isCertain: true }
  const parts = splitAtConjunction(text, languages)
  if (!parts) return { questions: [text], isCertain: true }
  const [first, second] = parts.map((part) => asksQuestion(part, languages))
  if (!first && !/[?？]\s*$/u.test(text)) return { questions: [text], isCertain: true }
  return { questions: parts, isCertain: second ?? false }
}

/**
 * A question ends with a question mark, or with the line on which it begins if another question follows. What stands before a
 * question belongs to it, and so does the rest of its sentence on the next line.
 */
function listQuestions(text: string, languages: LanguageData[]): string[] {
  const questions: string[] = []
  let current = ''
  let isQuestion = false
  const close = () => {
    if (isQuestion && hasTopic(current, languages)) questions.push(current.trim())
    current = ''
    isQuestion = false
  }
  for (const part of text.match(/[^?？\n]+[?？]*\n?|[?？]+\n?|\n/gu) ?? []) {
    const begins = asksQuestion(part, languages)
    if (isQuestion && begins) close()
    current += part
    isQuestion ||= begins || /[?？]/u.test(part)
    if (/[?？]\s*$/u.test(part)) close()
  }
  close()
  return questions
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

function asksQuestion(text: string, languages: LanguageData[]): boolean {
  const [first = ''] = tokenize(text)
  return languages.some(({ interrogatives }) => interrogatives.has(first))
}

function hasTopic(text: string, languages: LanguageData[]): boolean {
  return tokenize(text).some(
    (word) =>
      !languages.some(({ questionWords, vagueWords }) => questionWords.has(word) || vagueWords.has(word)),
  )
}
