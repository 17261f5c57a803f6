import type { TeamMember, User } from '@aichat/contracts/company/users'
import { MemberMenu } from './MemberMenu.tsx'
import { listAssignableRoles, listMemberActions } from './member-actions.ts'
import { UserRow } from './UserRow.tsx'

const columns = [
  { name: 'Name', width: 'w-[30%]' },
  { name: 'Email', width: 'w-[30%]' },
  { name: 'Role', width: '' },
  { name: 'Status', width: '' },
  { name: 'Last seen', width: '' },
]

type Props = { currentUser: User | null; users: readonly TeamMember[]; team: readonly TeamMember[] }

export function UserTable({ currentUser, users, team }: Props) {
  return (
    <div className="overflow-x-auto rounded-card border bg-surface">
      <table className="w-full text-body max-md:block">
        <thead className="max-md:sr-only">
          <tr>
            {columns.map(({ name, width }) => (
              <th key={name} scope="col" className={`px-5 py-2.5 text-start font-strong text-ink-2 ${width}`}>
                {name}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Options</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {users.map((user) => {
            const actions = listMemberActions(currentUser, user, team)
            return (
              <UserRow
                key={user.id}
                user={user}
                isYou={user.id === currentUser?.id}
                menu={
                  actions.length > 0 && (
                    <MemberMenu member={user} actions={actions} roles={listAssignableRoles(currentUser)} />
                  )
                }
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
