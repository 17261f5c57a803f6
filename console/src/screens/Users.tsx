import { useSearchParams } from 'react-router'
import { AuditLog } from '../audit/AuditLog.tsx'
import { useUser } from '../kit/storage.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { administers } from '../users/rules.ts'
import { Team } from '../users/Team.tsx'

const panelClassName = 'pt-4 outline-none'

export function Users() {
  const [query, setQuery] = useSearchParams()
  const maySeeActivity = administers(useUser())
  return (
    <div className="page">
      <PageTitle title="Users" className="mb-4 text-title-l font-semibold">
        Users
      </PageTitle>
      {maySeeActivity ? (
        <Tabs
          label="Users"
          stripClassName="px-0!"
          panelClassName={panelClassName}
          tabs={[
            { key: 'people', label: 'People', panel: <Team /> },
            { key: 'activity', label: 'Activity', panel: <AuditLog /> },
          ]}
          selected={query.get('tab') === 'activity' ? 'activity' : 'people'}
          onSelect={(tab) => setQuery(tab === 'people' ? {} : { tab }, { replace: true })}
        />
      ) : (
        <Team />
      )}
    </div>
  )
}
