import { type BusinessHours as Hours, hoursSentences } from '@aichat/contracts/company/hours'
import { useSearchParams } from 'react-router'
import { errorMessage } from '../kit/http/api-error.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useDelayedLoading } from '../ui/feedback/use-delayed-loading.ts'
import { Select } from '../ui/forms/Select.tsx'
import { HoursForm } from './HoursForm.tsx'
import { useHours } from './queries.ts'

/** The business hours of the company, or of the project in the URL. */
export function BusinessHours() {
  const [query, setQuery] = useSearchParams()
  const { data, error, refetch } = useHours()
  const loading = useDelayedLoading(!data && !error)
  if (loading === 'visible') return <Skeleton isImmediate className="h-80 w-full" />
  if (loading === 'delayed') return null
  if (!data) return <ErrorCard message={errorMessage(error, hoursSentences.loadFailed)} onRetry={refetch} />
  const project = data.projects.find(({ id }) => id === query.get('project')) ?? null
  const options = [
    { value: '', label: 'All projects' },
    ...data.projects.map(({ id, name, hours }) => ({
      value: id,
      label: hours ? `${name} (own hours)` : name,
    })),
  ]
  return (
    <Card className="flex max-w-180 flex-col gap-5">
      {data.projects.length > 0 && (
        <Select
          label="Hours for"
          value={project?.id ?? ''}
          options={options}
          onChange={(id) => setQuery(id ? { project: id } : {})}
        />
      )}
      <HoursForm
        key={project?.id ?? ''}
        projectId={project?.id ?? null}
        stored={project ? project.hours : data.company}
        template={(project && data.company) ?? createDefault()}
        emptyText={describeEmpty(project !== null, data.company !== null)}
      />
    </Card>
  )
}

function describeEmpty(isProject: boolean, hasCompanyHours: boolean) {
  if (!isProject) {
    return {
      title: 'Your chat is always open',
      detail: 'Set hours, and visitors see when your team is back.',
    }
  }
  const detail = 'Set hours that apply to this project only.'
  return hasCompanyHours
    ? { title: 'This project uses the hours of all projects', detail }
    : { title: 'This project is always open', detail }
}

function createDefault(): Hours {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const day = [{ from: '09:00', to: '17:00' }]
  const week = { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day }
  return { timeZone, week: { ...week, saturday: [], sunday: [] }, exceptions: [], outsideHours: 'ai_email' }
}
