import type { Note } from '@aichat/contracts/notes'
import type { QueryClient } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'

export const noteKeys = {
  all: ['sessions', 'notes'] as const,
  ofSession: (sessionId: string) => ['sessions', 'notes', sessionId] as const,
  mentions: ['mentions'] as const,
}

export type NoteCache = ReturnType<typeof createNoteCache>

/** Private notes and mentions in the query cache. */
export function createNoteCache(client: QueryClient) {
  return {
    /** A note arrives twice for its author: as the answer to the request and as an event. */
    add(note: Note) {
      client.setQueryData<Note[]>(noteKeys.ofSession(note.sessionId), (notes) =>
        notes?.some(({ id }) => id === note.id) ? notes : notes && [...notes, note],
      )
    },
    remove(sessionId: string, noteId: string) {
      client.setQueryData<Note[]>(noteKeys.ofSession(sessionId), (notes) =>
        notes?.filter(({ id }) => id !== noteId),
      )
    },
    reload: () => client.invalidateQueries({ queryKey: noteKeys.all }),
    reloadMentions: () => client.invalidateQueries({ queryKey: noteKeys.mentions }),
  }
}

export const noteCache = createNoteCache(cache)
