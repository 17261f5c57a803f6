import type { Source } from '@aichat/contracts/chat/messages'
import { scoreMatch } from '../question/concept.ts'
import type { AnalyzedQuestion, MatchedPassage, Statement } from '../types.ts'

export function toSource(
  { itemId, title, url }: Pick<MatchedPassage, 'itemId' | 'title' | 'url'>,
  quote: string,
): Source {
  return { itemId, title, url, quote }
}

/** The statement of the passage that matches the question best, as a source. */
export function toBestSource(passage: MatchedPassage, question: AnalyzedQuestion): Source {
  const best = passage.statements[findBestStatement(passage.statements, question)]
  return toSource(passage, best?.text ?? '')
}

/** The index of the statement that matches the question best; 0 for none. */
export function findBestStatement(statements: Statement[], { concepts }: AnalyzedQuestion): number {
  const scores = statements.map(({ words }) =>
    concepts.reduce((total, concept) => total + scoreMatch(words, concept) * concept.weight, 0),
  )
  return Math.max(0, scores.indexOf(Math.max(...scores)))
}
