import type { Session } from '@aichat/contracts/chat/sessions'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { type Action, useActions } from '../kit/actions.ts'
import { visitorName } from '../sessions/format-session.ts'
import { getOpenSessionId } from '../sync/open-session.ts'
import { toast } from '../ui/feedback/toasts.ts'
import { AlertDialog } from '../ui/overlay/AlertDialog.tsx'
import { Menu } from '../ui/overlay/Menu.tsx'
import type { MenuChoice } from '../ui/overlay/MenuPopover.tsx'
import { useEraseVisitor } from './queries.ts'
import type { SummaryPanelState } from './summary/use-summary-panel.ts'
import { useMenuChoices } from './use-menu-choices.tsx'

type Props = {
  session: Session
  summary: SummaryPanelState
  /** Null where the header has a button for the visitor details. */
  onVisitor: (() => void) | null
  onBack: () => void
}

/** The menu "More options" in the header of a conversation. The command palette has its choices too. */
export function MoreMenu({ session, summary, onVisitor, onBack }: Props) {
  const [isErasing, setErasing] = useState(false)
  const choices = useMenuChoices({ session, summary, onVisitor, onBack, onErase: () => setErasing(true) })
  useActions(choices.map(toAction))
  return (
    <>
      <Menu label="More options" choices={choices} icon={<Ellipsis aria-hidden strokeWidth={1.75} />} />
      <EraseDialog session={session} isOpen={isErasing} onClose={() => setErasing(false)} onBack={onBack} />
    </>
  )
}

function toAction({ label, keywords, keys, permission, onChoose }: MenuChoice): Action {
  return { label, keywords, keys, permission, group: 'This conversation', run: onChoose }
}

type EraseProps = { session: Session; isOpen: boolean; onClose: () => void; onBack: () => void }

function EraseDialog({ session, isOpen, onClose, onBack }: EraseProps) {
  const erase = useEraseVisitor(session.sessionId, () => {
    toast('Visitor erased')
    // The agent may have gone on to another conversation.
    if (getOpenSessionId() === session.sessionId) onBack()
  })
  function confirm() {
    onClose()
    erase.mutate(undefined, { onError: () => void toast('Failed to erase the visitor', { tone: 'bad' }) })
  }
  return (
    <AlertDialog
      title="Erase visitor"
      question={`Erase ${visitorName(session)} with all their conversations and files in ${session.projectId.name}? This cannot be undone.`}
      confirmLabel="Erase visitor"
      isOpen={isOpen}
      onCancel={onClose}
      onConfirm={confirm}
    />
  )
}
