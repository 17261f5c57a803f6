import type { Session } from '@aichat/contracts/chat/sessions'
import { useUser } from '../kit/http/auth-storage.ts'
import type { Member } from '../notes/mentions.ts'
import { Select } from '../ui/forms/Select.tsx'
import { assignConversation, unassignConversation } from './session-actions.ts'

type Props = { session: Session; members: readonly Member[] }

export function AssigneeSelect({ session, members }: Props) {
  const selfId = useUser()?.id
  const assigned = session.assignedAgentId ?? ''
  const options = [
    { value: '', label: 'Unassigned' },
    ...members.map(({ id, name }) => ({ value: id, label: id === selfId ? `${name} (you)` : name })),
  ]
  // A deactivated member stays the assignee until the conversation is assigned again.
  if (!options.some(({ value }) => value === assigned))
    options.push({ value: assigned, label: 'Former teammate' })

  function assign(id: string) {
    const member = members.find((one) => one.id === id)
    if (id === '') void unassignConversation(session)
    else if (member) void assignConversation(session, id, id === selfId ? 'you' : member.name)
  }

  return <Select label="Assignee" isLabelHidden value={assigned} options={options} onChange={assign} />
}
