import type { Sql } from '../../kit/db/db.ts'
import { findFollowUpContext } from '../question/follow-up.ts'
import type { ChatTurn, PassageSearchResult, SearchScope } from '../types.ts'
import { findPassages } from './find-passages.ts'

/** Searches for the pending question, together with the one before if it continues that. */
export async function searchConversation(
  sql: Sql,
  scope: SearchScope,
  history: ChatTurn[],
  question: string,
): Promise<PassageSearchResult> {
  return findPassages(sql, scope, question, findFollowUpContext(history, question, scope.languages))
}
