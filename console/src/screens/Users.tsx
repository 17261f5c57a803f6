import { sentenceOf } from '../kit/failure.ts'
import { useUser } from '../kit/storage.ts'
import { ErrorCard } from '../ui/ErrorCard.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useUsers } from '../users/queries.ts'
import { UserRow } from '../users/UserRow.tsx'

const columns = ['Name', 'Email', 'Role', 'Status', 'Last seen']

export function Users() {
  const you = useUser()
  const { data, error, refetch } = useUsers()
  return (
    <div className="page">
      <PageTitle title="Users" className="mb-5 text-title-l font-semibold">
        Users
      </PageTitle>
      {data ? (
        <div className="overflow-x-auto rounded-card border bg-surface">
          <table className="w-full text-body max-md:block">
            <thead className="max-md:sr-only">
              <tr>
                {columns.map((column) => (
                  <th
                    key={column}
                    scope="col"
                    className="px-5 py-2.5 text-start text-small font-medium text-ink-2"
                  >
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="max-md:block">
              {data.users.map((user) => (
                <UserRow key={user.id} user={user} isYou={user.id === you?.id} />
              ))}
            </tbody>
          </table>
        </div>
      ) : error ? (
        <ErrorCard message={sentenceOf(error, 'Failed to load users')} onRetry={refetch} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </div>
  )
}
