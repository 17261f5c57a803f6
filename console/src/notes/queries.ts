import { type Note, noteRoutes } from '@aichat/contracts/notes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { cache } from '../kit/cache.ts'
import { log } from '../kit/log.ts'

const calls = api(noteRoutes)
const notesKey = (sessionId: string) => ['sessions', 'notes', sessionId] as const
const mentionsKey = ['mentions'] as const

export function useNotes(sessionId: string) {
  return useQuery({
    queryKey: notesKey(sessionId),
    queryFn: async ({ signal }) => (await calls.list({ params: { sessionId }, signal })).notes,
    staleTime: 0,
  })
}

export function useAddNote(sessionId: string) {
  return useMutation({
    mutationFn: (body: { text: string; mentions: string[] }) => calls.add({ params: { sessionId }, body }),
    onSuccess: takeNote,
    onError: (error) => log('The note was not stored', error),
  })
}

export function useRemoveNote(sessionId: string) {
  return useMutation({
    mutationFn: (noteId: string) => calls.remove({ params: { sessionId, noteId } }),
    onSuccess: (_, noteId) => dropNote(sessionId, noteId),
    onError: (error) => log('The note was not removed', error),
  })
}

export function useMentions() {
  return useQuery({ queryKey: mentionsKey, queryFn: ({ signal }) => calls.mentions({ signal }) })
}

export async function readMentions(sessionId: string) {
  try {
    await calls.readMentions({ params: { sessionId } })
    await reloadMentions()
  } catch (error) {
    log('The mentions were not marked read', error)
  }
}

export function takeNote(note: Note) {
  cache.setQueryData<Note[]>(notesKey(note.sessionId), (notes) =>
    notes?.some(({ id }) => id === note.id) ? notes : notes && [...notes, note],
  )
}

export function dropNote(sessionId: string, noteId: string) {
  cache.setQueryData<Note[]>(notesKey(sessionId), (notes) => notes?.filter(({ id }) => id !== noteId))
}

export function reloadNotes() {
  return cache.invalidateQueries({ queryKey: ['sessions', 'notes'] })
}

export function reloadMentions() {
  return cache.invalidateQueries({ queryKey: mentionsKey })
}
