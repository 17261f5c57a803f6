import type { Sql } from '../../kit/db/db.ts'
import { stemTexts } from '../../knowledge/search/word-store.ts'
import type { LanguageData } from '../language/language-data.ts'

/** For each stem, the other stems of its groups of synonyms. */
export type Synonyms = Map<string, Set<string>>

/** The vocabulary is constant, so its stems are computed once per language and set of dictionaries. */
const cache = new Map<string, Promise<Synonyms>>()

/** The synonyms of the languages, stemmed by the dictionaries of the project's knowledge. */
export async function loadSynonyms(
  sql: Sql,
  configs: string[],
  languages: LanguageData[],
): Promise<Synonyms[]> {
  const loaded: Synonyms[] = []
  // One after the other: the statements share a transaction.
  for (const language of languages) {
    const key = [language.code, ...configs].join(' ')
    let stemmed = cache.get(key)
    if (!stemmed) {
      stemmed = stemGroups(sql, configs, language.synonyms)
      cache.set(key, stemmed)
      stemmed.catch(() => cache.delete(key))
    }
    loaded.push(await stemmed)
  }
  return loaded
}

async function stemGroups(sql: Sql, configs: string[], groups: string[][]): Promise<Synonyms> {
  const words = [...new Set(groups.flat())]
  const stems = await stemTexts(sql, configs, words)
  const stemsOf = new Map(words.map((word, index) => [word, stems[index] ?? []]))
  const synonyms: Synonyms = new Map()
  for (const group of groups) {
    const all = group.map((word) => stemsOf.get(word) ?? [])
    for (const [index, own] of all.entries()) {
      const others = all.filter((_, other) => other !== index).flat()
      for (const stem of own) synonyms.set(stem, new Set([...(synonyms.get(stem) ?? []), ...others]))
    }
  }
  return synonyms
}
