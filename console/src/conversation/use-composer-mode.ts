import { useMemo, useState } from 'react'
import { useNoteDraft } from '../drafts/draft-text.ts'
import { useInboxStore } from '../sync/inbox-store.ts'

export type ComposerSelection = ReturnType<typeof useComposerMode>

/** Whether the agent writes a reply or a note in this conversation. An unfinished note is shown again. */
export function useComposerMode(sessionId: string) {
  const isUnfinished = useNoteDraft(sessionId)[0] !== ''
  const [state, setState] = useState<'reply' | 'note' | 'restored note'>(
    isUnfinished ? 'restored note' : 'reply',
  )
  const { composerFocus } = useInboxStore()
  const actions = useMemo(
    () => ({
      showNote: () => setState('note'),
      closeNote: () => setState('reply'),
      /** Moves the focus to the message. */
      showReply() {
        setState('reply')
        composerFocus.request(sessionId)
      },
    }),
    [composerFocus, sessionId],
  )
  return {
    ...actions,
    mode: state === 'reply' ? ('reply' as const) : ('note' as const),
    /** A restored note must not take the focus from the list. */
    isNoteFocused: state === 'note',
  }
}
