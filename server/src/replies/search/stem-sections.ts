import type { Sql } from '../../kit/db/db.ts'
import { tokenize } from '../../knowledge/search/normalize-text.ts'
import { stemTexts } from '../../knowledge/search/word-store.ts'
import { listTimeWords } from '../question/time-words.ts'
import type { MatchedPassage, Section } from '../types.ts'
import { splitStatements } from './split-statements.ts'

/** The sections with the stems of their statements and headings. */
export async function stemSections(
  sql: Sql,
  languages: string[],
  sections: Section[],
  { isFaq, repeated, hasTimeWords }: { isFaq: boolean; repeated?: Set<string>; hasTimeWords: boolean },
): Promise<MatchedPassage[]> {
  if (sections.length === 0) return []
  const statements = sections.map(({ text }) => splitStatements(text))
  const headings = sections.map(listHeadings)
  const texts = [...statements.flat().map(({ text }) => text), ...headings.flat()]
  const words = await stemTexts(sql, languages, texts)
  let next = 0
  const ofStatements = statements.map((all, index) => {
    const lines = sections[index]?.text.split('\n') ?? []
    return all.map((one) => ({
      ...one,
      words: new Set([...(words[next++] ?? []), ...(hasTimeWords ? listTimeWords(one.text) : [])]),
      isRepeated: repeated?.has(lines[one.paragraph]?.trim() ?? '') ?? false,
    }))
  })
  const ofHeadings = headings.map((path) =>
    path.map((text) => ({ text, tokens: tokenize(withoutNumber(text)), words: new Set(words[next++]) })),
  )
  return sections.map((section, index) => ({
    ...section,
    isFaq,
    statements: ofStatements[index] ?? [],
    headingPath: ofHeadings[index] ?? [],
    headingWords: new Set(ofHeadings[index]?.flatMap((heading) => [...heading.words])),
  }))
}

/** A heading without its number: 'Refunds' for '6.3. Refunds'. */
function withoutNumber(heading: string): string {
  return heading.replace(/^\s*\d{1,2}(?:\.\d{1,2})*[.)]?\s+(?=\p{L})/u, '')
}

/** A text without a title gets its first words as a title. They repeat the text, so they are no heading. */
function listHeadings({ title, url, headings, text }: Section): string[] {
  const isGenerated = url === null && text.startsWith(title.replace(/…$/, ''))
  return [isGenerated ? '' : title, ...headings.filter((heading) => heading !== title)]
}
