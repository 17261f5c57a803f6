import type { Note } from '@aichat/contracts/chat/notes'
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
  function update(sessionId: string, change: (notes: Note[]) => Note[]) {
    const queryKey = noteKeys.ofSession(sessionId)
    client.setQueryData<Note[]>(queryKey, (notes) => notes && change(notes))
    if (client.isFetching({ queryKey }) > 0) void restart(queryKey)
  }

  /** The server may have read what it answers before a change. */
  async function restart(queryKey: readonly string[]) {
    await client.cancelQueries({ queryKey })
    await client.invalidateQueries({ queryKey })
  }

  return {
    /** A note arrives twice for its author: as the answer to the request and as an event. */
    add(note: Note) {
      update(note.sessionId, (notes) => (notes.some(({ id }) => id === note.id) ? notes : [...notes, note]))
    },
    remove(sessionId: string, noteId: string) {
      update(sessionId, (notes) => notes.filter(({ id }) => id !== noteId))
    },
    reload: () => client.invalidateQueries({ queryKey: noteKeys.all }),
    reloadMentions: () => client.invalidateQueries({ queryKey: noteKeys.mentions }),
  }
}

export const noteCache = createNoteCache(cache)
