import type { Sql } from '../../kit/db/db.ts'
import type { AnswerSet } from '../../knowledge/search/answer-set.ts'
import { countChunksByWord, stemTexts } from '../../knowledge/search/word-store.ts'
import type { ConceptDraft } from './concept.ts'

/** Each word takes a look at every place where it could be split. */
const maxWords = 4
const minWordLength = 9
const minPartLength = 4
const linkingLetters = ['', 's', 'n', 'en', 'es']

type Vocabulary = { sql: Sql; answers: AnswerSet; languages: string[]; counts: Map<string, number> }

/** Adds the stems of the two words of which a compound consists: 'Standardlieferung' is about 'Lieferung'. */
export async function splitCompounds(
  drafts: ConceptDraft[],
  { sql, answers, languages, counts }: Vocabulary,
): Promise<void> {
  const compounds = drafts
    .filter(({ word }) => word.length >= minWordLength && /^\p{L}+$/u.test(word))
    .slice(0, maxWords)
  const pairs = compounds.flatMap((draft) => listPairs(draft.word).map((pair) => ({ draft, pair })))
  if (pairs.length === 0) return
  const stems = await stemTexts(
    sql,
    languages,
    pairs.flatMap(({ pair }) => pair),
  )
  const found = await countChunksByWord(sql, answers, stems.flat())
  for (const [index, { draft }] of pairs.entries()) {
    const parts = [stems[2 * index] ?? [], stems[2 * index + 1] ?? []]
    if (!parts.every((part) => part.some((stem) => found.has(stem)))) continue
    draft.parts.push(...parts.flat().filter((stem) => found.has(stem) && !draft.stems.includes(stem)))
  }
  for (const [word, chunks] of found) counts.set(word, chunks)
}

function listPairs(word: string): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = minPartLength; at <= word.length - minPartLength; at++) {
    const first = word.slice(0, at)
    for (const letters of linkingLetters)
      if (first.endsWith(letters) && first.length - letters.length >= minPartLength)
        pairs.push([first.slice(0, first.length - letters.length), word.slice(at)])
  }
  return pairs
}
