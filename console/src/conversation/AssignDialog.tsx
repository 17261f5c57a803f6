import type { Session } from '@aichat/contracts/chat/sessions'
import { Check } from 'lucide-react'
import type { Member } from '../notes/mentions.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { assignConversation, unassignConversation } from './session-actions.ts'

type Props = { session: Session; members: readonly Member[]; onClose: () => void }

export function AssignDialog({ session, members, onClose }: Props) {
  function assign({ id, name }: Member) {
    onClose()
    void assignConversation(session, id, name)
  }
  function unassign() {
    onClose()
    void unassignConversation(session)
  }
  return (
    <Dialog
      title="Assign conversation"
      isOpen
      onClose={onClose}
      footer={
        <>
          {session.assignedAgentId && <Button onPress={unassign}>Unassign</Button>}
          <Button onPress={onClose}>Cancel</Button>
        </>
      }
    >
      <ul aria-label="Members" className="flex flex-col gap-1">
        {members.map((member) => (
          <li key={member.id}>
            <button
              type="button"
              aria-pressed={member.id === session.assignedAgentId}
              onClick={() => assign(member)}
              className="flex min-h-11 w-full items-center gap-3 rounded-control px-2 text-start hover:bg-hover"
            >
              <Avatar name={member.name} seed={member.id} size="small" />
              <span className="min-w-0 flex-1 truncate">{member.name}</span>
              {member.id === session.assignedAgentId && <Check aria-hidden size={16} />}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
