import { noteRoutes } from '@aichat/contracts/chat/notes'
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { clearStoredNote } from '../drafts/draft-text.ts'
import { api } from '../kit/http/api.ts'
import { log } from '../kit/log.ts'
import { noteCache, noteKeys } from '../sync/note-cache.ts'

const calls = api(noteRoutes)

export function useNotes(sessionId: string) {
  return useQuery({
    queryKey: noteKeys.ofSession(sessionId),
    queryFn: async ({ signal }) => (await calls.list({ params: { sessionId }, signal })).notes,
    staleTime: 0,
  })
}

/** `isSaving` is also true for a note that was added before the conversation was left and opened again. */
export function useAddNote(sessionId: string) {
  const mutationKey = ['add note', sessionId]
  const { mutate, isError } = useMutation({
    mutationKey,
    mutationFn: (body: { text: string; mentions: string[] }) => calls.add({ params: { sessionId }, body }),
    onSuccess: (note, { text }) => {
      noteCache.add(note)
      clearStoredNote(sessionId, text)
    },
    onError: (error) => log('Failed to add the note', error),
  })
  return { mutate, isError, isSaving: useIsMutating({ mutationKey }) > 0 }
}

export function useDeleteNote(sessionId: string) {
  return useMutation({
    mutationFn: (noteId: string) => calls.remove({ params: { sessionId, noteId } }),
    onSuccess: (_, noteId) => noteCache.remove(sessionId, noteId),
    onError: (error) => log('Failed to delete the note', error),
  })
}

export function useMentions() {
  return useQuery({ queryKey: noteKeys.mentions, queryFn: ({ signal }) => calls.mentions({ signal }) })
}

export async function markMentionsRead(sessionId: string) {
  try {
    await calls.readMentions({ params: { sessionId } })
    await noteCache.reloadMentions()
  } catch (error) {
    log('Failed to mark the mentions as read', error)
  }
}
