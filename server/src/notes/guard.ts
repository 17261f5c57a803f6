import type { Note } from '@aichat/contracts/notes'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findNote } from './store.ts'

/** Loads the note of :noteId within its conversation. */
export function requireNote({ db }: Pick<App, 'db'>): Guard<Note> {
  return async (caller, { sessionId, noteId }) =>
    isId(sessionId) && isId(noteId)
      ? db.company(caller.companyId, (sql) => findNote(sql, sessionId, noteId))
      : null
}
