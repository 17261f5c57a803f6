import { PageTitle } from '../ui/PageTitle.tsx'
import { Team } from '../users/Team.tsx'

export function Users() {
  return (
    <div className="page">
      <PageTitle title="Users" className="mb-4">
        Users
      </PageTitle>
      <Team />
    </div>
  )
}
