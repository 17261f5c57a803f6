import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { errorMessage } from '../kit/http/api-error.ts'
import { useUser } from '../kit/http/auth-storage.ts'
import { userCan } from '../kit/user-can.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { emptyFilter, filterMembers } from './filter-members.ts'
import { InviteDialog } from './InviteDialog.tsx'
import { listAssignableRoles } from './member-actions.ts'
import { useUsers } from './queries.ts'
import { UserFilters } from './UserFilters.tsx'
import { UserTable } from './UserTable.tsx'

/** The users of the company. Agents see the list without controls. */
export function Team() {
  const user = useUser()
  const { data, error, refetch } = useUsers()
  const [filter, setFilter] = useState(emptyFilter)
  const invitation = useInviteDialog()
  if (!data) {
    return error ? (
      <ErrorCard message={errorMessage(error, 'Failed to load users')} onRetry={refetch} />
    ) : (
      <Skeleton className="h-40 w-full" />
    )
  }
  const shown = filterMembers(data.users, filter)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <UserFilters filter={filter} onChange={setFilter} />
        {userCan(user, 'team.manage') && (
          <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={invitation.open}>
            Invite
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {filter !== emptyFilter && `${shown.length} of ${data.users.length} people`}
      </p>
      {shown.length > 0 ? (
        <UserTable currentUser={user} users={shown} team={data.users} />
      ) : (
        <div className="flex flex-col items-center gap-3 rounded-card border bg-surface px-5 py-10">
          <p className="font-strong">No teammates match</p>
          <Button onPress={() => setFilter(emptyFilter)}>Clear filters</Button>
        </div>
      )}
      {invitation.isOpen && userCan(user, 'team.manage') && (
        <InviteDialog roles={listAssignableRoles(user)} onClose={invitation.close} />
      )}
    </div>
  )
}

/** Open where the URL says so, which the command palette leads to. */
function useInviteDialog() {
  const [query, setQuery] = useSearchParams()
  return {
    isOpen: query.get('dialog') === 'invite',
    open: () => setQuery({ dialog: 'invite' }, { replace: true }),
    close: () => setQuery({}, { replace: true }),
  }
}
