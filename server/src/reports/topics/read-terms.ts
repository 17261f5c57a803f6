import type { Sql } from '../../kit/db/db.ts'
import { stemTexts } from '../../knowledge/search/word-store.ts'
import { languages as allLanguages, type LanguageData } from '../../replies/language/language-data.ts'
import { loadSynonyms, type Synonyms } from '../../replies/question/synonyms.ts'
import { type QuestionTerms, type QuestionWords, splitIntoWords, toTerms } from './terms.ts'

/** The words of questions, and a function that lists other stems of about the same meaning. `configs` are those of the knowledge. */
export async function readTerms(
  sql: Sql,
  texts: string[],
  configs: string[],
): Promise<{ terms: QuestionTerms[]; listSynonyms: (stem: string) => string[] }> {
  const questions = texts.map((text) => splitIntoWords(text, configs))
  const terms = await stemQuestions(sql, questions)
  const synonyms = await loadAllSynonyms(sql, [...listLanguages(questions, configs)])
  return {
    terms,
    listSynonyms: (stem) => synonyms.flatMap((groups) => [...(groups.get(stem) ?? [])]),
  }
}

/** Words are stemmed together for each set of languages, which most questions share. */
async function stemQuestions(sql: Sql, questions: QuestionWords[]): Promise<QuestionTerms[]> {
  const stems = new Map<string, Map<string, string[]>>()
  for (const [key, { configs, tokens }] of groupByConfigs(questions)) {
    const words = [...tokens]
    const found = await stemTexts(sql, configs, words)
    stems.set(key, new Map(words.map((word, index) => [word, found[index] ?? []])))
  }
  return questions.map((question) => {
    const own = stems.get(question.configs.join(' '))
    return toTerms(
      question,
      question.words.map(({ token }) => own?.get(token) ?? []),
    )
  })
}

function groupByConfigs(questions: QuestionWords[]): Map<string, { configs: string[]; tokens: Set<string> }> {
  const groups = new Map<string, { configs: string[]; tokens: Set<string> }>()
  for (const { configs, words } of questions) {
    const key = configs.join(' ')
    const group = groups.get(key) ?? { configs, tokens: new Set() }
    for (const { token } of words) group.tokens.add(token)
    groups.set(key, group)
  }
  return groups
}

/** The languages of the questions and of the project's knowledge. */
function listLanguages(questions: QuestionWords[], configs: string[]): Set<LanguageData> {
  return new Set([
    ...questions.flatMap(({ languages }) => languages),
    ...allLanguages.filter(({ config }) => configs.includes(config)),
  ])
}

async function loadAllSynonyms(sql: Sql, languages: LanguageData[]): Promise<Synonyms[]> {
  const loaded: Synonyms[] = []
  for (const language of languages) loaded.push(...(await loadSynonyms(sql, [language.config], [language])))
  return loaded
}
