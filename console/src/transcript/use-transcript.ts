import { useDeferredValue, useMemo } from 'react'
import { useNotes } from '../notes/queries.ts'
import type { PendingMessage, Thread } from '../sync/thread.ts'
import { buildEntries } from './entries.ts'
import { chunkBlocks, groupEntries } from './message-groups.ts'

/** More than fit on a screen. They are rendered first, and the ones above them afterwards. */
const firstRenderEntries = 30

export type TranscriptSource = {
  sessionId: string
  thread: Thread | undefined
  pending: readonly PendingMessage[]
  /** The `seq` above which the line "New messages" is shown. */
  firstUnread: number | null
  /** The `seq` of the message that the URL links to. */
  linkedSeq: number | null
}

/** The messages and notes of a conversation, grouped for the transcript. */
export function useTranscript(source: TranscriptSource, selfId: string | undefined) {
  const { sessionId, thread, pending, firstUnread, linkedSeq } = source
  const { data: notes, isError: hasNotesError, refetch: reloadNotes } = useNotes(sessionId)
  const isComplete = useDeferredValue(thread !== undefined, false) || linkedSeq !== null
  const entries = useMemo(() => {
    const all = thread ? buildEntries(thread, pending, notes) : []
    return isComplete ? all : all.slice(-firstRenderEntries)
  }, [thread, pending, notes, isComplete])
  const chunks = useMemo(
    () => chunkBlocks(groupEntries(entries, selfId, firstUnread)),
    [entries, selfId, firstUnread],
  )
  const keys = useMemo(() => entries.map((entry) => entry.key), [entries])
  return { chunks, keys, isComplete, hasNotesError, reloadNotes }
}
