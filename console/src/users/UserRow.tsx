import type { TeamMember } from '@aichat/contracts/users'
import { fullTime, shortTime } from '../kit/words.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge, type Tone } from '../ui/Badge.tsx'

const tones: Record<TeamMember['status'], Tone> = { active: 'ok', invited: 'warn', disabled: 'neutral' }

export function UserRow({ user, isYou }: { user: TeamMember; isYou: boolean }) {
  return (
    <tr className="border-t max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-3">
      <th scope="row" className="text-start font-normal max-md:w-full md:px-5 md:py-3">
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={user.name} seed={user.id} size="small" isOnline={user.online} />
          <span className="truncate font-semibold">{user.name}</span>
          {isYou && <Badge tone="accent">You</Badge>}
        </span>
      </th>
      <td className="min-w-0 truncate text-ink-2 max-md:w-full md:px-5">{user.email}</td>
      <td className="md:px-5">{user.role}</td>
      <td className="md:px-5">
        <Badge tone={tones[user.status]}>{user.status}</Badge>
      </td>
      <td className="text-small text-ink-2 md:px-5">
        {user.online ? (
          <span className="text-ok">Online</span>
        ) : user.lastSeenAt ? (
          <time dateTime={user.lastSeenAt} title={fullTime(user.lastSeenAt)}>
            {shortTime(user.lastSeenAt)}
          </time>
        ) : (
          'Never'
        )}
      </td>
    </tr>
  )
}
