import type { Session } from '@aichat/contracts/chat/sessions'
import { useMemo } from 'react'
import { Composer } from '../composer/Composer.tsx'
import { composerShortcuts } from '../composer/shortcuts.ts'
import { type Action, useActions } from '../kit/actions.ts'
import type { Member } from '../notes/mentions.ts'
import { NoteComposer } from '../notes/NoteComposer.tsx'
import { ClosedNotice } from './ClosedNotice.tsx'
import { useSetStatus } from './queries.ts'
import { useCloseConversation } from './use-close-conversation.ts'
import type { ComposerSelection } from './use-composer-mode.ts'

type Props = {
  session: Session
  members: readonly Member[]
  composer: ComposerSelection
  onNext: () => void
  onClosed: (session: Session) => void
}

/** Below the transcript: the composer with a notice if the conversation is closed, or the note composer. */
export function ComposerArea({ session, members, composer, onNext, onClosed }: Props) {
  const { sessionId, status } = session
  const setStatus = useSetStatus(sessionId)
  const close = useCloseConversation(session, onClosed)
  useComposerActions(composer, status === 'active')
  if (composer.mode === 'note') {
    return (
      <NoteComposer
        sessionId={sessionId}
        members={members}
        isAutoFocused={composer.isNoteFocused}
        onReply={composer.showReply}
        onDone={composer.closeNote}
      />
    )
  }
  return (
    <>
      {status !== 'active' && (
        <ClosedNotice
          status={status}
          error={setStatus.error}
          onNote={composer.showNote}
          onReopen={() => setStatus.mutate('active')}
        />
      )}
      <Composer session={session} onNote={composer.showNote} onNext={onNext} onClose={close} />
    </>
  )
}

/** Registers the keyboard shortcuts that choose what to write. */
function useComposerActions({ showReply, showNote }: ComposerSelection, canReply: boolean) {
  const actions = useMemo<Action[]>(() => {
    const action = (label: string, keys: string, run: () => void): Action => ({
      label,
      keys,
      run,
      group: 'This conversation',
    })
    const { write, note } = composerShortcuts
    return [
      ...(canReply ? [action('Write a reply', write, showReply)] : []),
      action('Write a private note', note, showNote),
    ]
  }, [canReply, showReply, showNote])
  useActions(actions)
}
