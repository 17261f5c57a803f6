import type { Session } from '@aichat/contracts/sessions'
import { Check } from 'lucide-react'
import type { Member } from '../notes/NoteComposer.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { assignConversation } from './session-actions.ts'

type Props = { session: Session; members: readonly Member[]; onClose: () => void }

export function AssignDialog({ session, members, onClose }: Props) {
  function assign(agentId: string | null, name: string) {
    onClose()
    void assignConversation(session, agentId, name)
  }
  return (
    <Dialog
      title="Assign conversation"
      isOpen
      onClose={onClose}
      footer={
        <>
          {session.assignedAgentId && (
            <Button onPress={() => assign(null, 'nobody')}>Assign to nobody</Button>
          )}
          <Button onPress={onClose}>Cancel</Button>
        </>
      }
    >
      <ul aria-label="Members" className="flex flex-col gap-1">
        {members.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === session.assignedAgentId}
              onClick={() => assign(id, name)}
              className="flex min-h-11 w-full items-center gap-3 rounded-control px-2 text-start hover:bg-hover"
            >
              <Avatar name={name} seed={id} size="small" />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              {id === session.assignedAgentId && <Check aria-hidden size={16} />}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
