import part, { raw } from 'sql-template-tag'

/** What the AI answers from: the draft that the team edits, or the live answers that visitors get. */
export type AnswerSet = { projectId: string; isDraft: boolean }

/** Whether an entry `a` is an item of the set. */
export function isItemOf({ projectId, isDraft }: AnswerSet) {
  const flag = raw(isDraft ? 'a.is_draft' : 'a.is_live')
  return part`${flag} and a.kind = 'item' and a.project_id = ${projectId}`
}
