import type { Note } from '@aichat/contracts/chat/notes'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findNote } from './store.ts'

/** Loads the note of :noteId within its conversation. */
export const requireNote: Guard<Note> = (sql, { sessionId, noteId }) =>
  isId(sessionId) && isId(noteId) ? findNote(sql, sessionId, noteId) : null
