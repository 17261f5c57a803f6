import type { Role } from '@aichat/contracts/company/permissions'
import type { TeamMember } from '@aichat/contracts/company/users'
import type { ReactNode } from 'react'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'

const statuses: Record<TeamMember['status'], { tone: Tone; label: string }> = {
  active: { tone: 'ok', label: 'Active' },
  invited: { tone: 'warn', label: 'Invited' },
  disabled: { tone: 'neutral', label: 'Disabled' },
}
const roleTones: Record<Role, Tone> = { Owner: 'accent', Admin: 'accent', Agent: 'neutral' }

type Props = { user: TeamMember; isYou: boolean; menu: ReactNode }

export function UserRow({ user, isYou, menu }: Props) {
  const { tone, label } = statuses[user.status]
  const name = user.name || user.email
  return (
    <tr className="relative border-t max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:py-3 max-md:ps-4 max-md:pe-14">
      <th
        scope="row"
        className="max-w-0 text-start font-normal max-md:w-full max-md:max-w-full md:px-5 md:py-3 md:dense:py-1"
      >
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={name} seed={user.id} size="small" isOnline={user.online} />
          <span className="truncate font-strong">{name}</span>
          {isYou && <Badge tone="accent">You</Badge>}
        </span>
      </th>
      <td className="max-w-0 min-w-0 truncate text-ink-2 max-md:w-full max-md:max-w-full md:px-5">
        {user.email}
      </td>
      <td className="md:px-5">
        <Badge tone={roleTones[user.role]}>{user.role}</Badge>
      </td>
      <td className="md:px-5">
        <Badge tone={tone}>{label}</Badge>
      </td>
      <td className="whitespace-nowrap text-ink-2 md:px-5">
        <LastSeen user={user} />
      </td>
      <td className="max-md:absolute max-md:end-2 max-md:top-2 md:w-14 md:pe-3">{menu}</td>
    </tr>
  )
}

function LastSeen({ user }: { user: TeamMember }) {
  if (user.online) return <span className="text-ok">Online</span>
  if (!user.lastSeenAt) return 'Never'
  return <RelativeTime time={user.lastSeenAt} />
}
