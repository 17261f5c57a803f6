import { type AuditAction, auditActions } from '@aichat/contracts/company/audit-actions'
import { commonSentences } from '@aichat/contracts/kit/common'
import { History } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useDelayedLoading } from '../ui/feedback/use-delayed-loading.ts'
import { Select } from '../ui/forms/Select.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { AuditRow } from './AuditRow.tsx'
import { actionLabels } from './describe-action.ts'
import { ExportButtons } from './ExportButtons.tsx'
import { useAudit } from './queries.ts'

const options: { value: AuditAction | 'all'; label: string }[] = [
  { value: 'all', label: 'All activity' },
  ...auditActions.map((action) => ({ value: action, label: actionLabels[action] })),
]

export function AuditLog() {
  const [action, setAction] = useState<AuditAction | 'all'>('all')
  const filter = action === 'all' ? undefined : action
  const { data, error, refetch, ...next } = useAudit(filter)
  const loading = useDelayedLoading(!data && !error)
  const events = data?.pages.flatMap((page) => page.events) ?? []
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Select label="Activity" isLabelHidden value={action} options={options} onChange={setAction} />
        <div className="flex flex-wrap gap-2">
          <ExportButtons action={filter} />
        </div>
      </div>
      {loading === 'visible' && <Skeleton isImmediate className="h-60 w-full" />}
      {loading === 'done' && !data && (
        <ErrorCard message={errorMessage(error, commonSentences.unexpected)} onRetry={refetch} />
      )}
      {loading === 'done' && data && (
        <div className="rounded-card border bg-surface">
          {events.length === 0 ? (
            <EmptyState
              icon={History}
              title={filter ? `No activity: ${actionLabels[filter]}` : 'No activity yet'}
              action={filter && <Button onPress={() => setAction('all')}>Show all activity</Button>}
            >
              {filter ? undefined : 'Changes to your team, projects and settings appear here.'}
            </EmptyState>
          ) : (
            <ul aria-label="Activity" className="divide-y divide-line">
              {events.map((event) => (
                <AuditRow key={event.id} event={event} />
              ))}
            </ul>
          )}
        </div>
      )}
      <LoadMore query={next} />
    </div>
  )
}
