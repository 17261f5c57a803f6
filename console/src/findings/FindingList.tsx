import { type FindingCounts, findingSentences } from '@aichat/contracts/ai/findings'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Select } from '../ui/forms/Select.tsx'
import { FindingRow } from './FindingRow.tsx'
import { type FindingFilter, useFindings } from './queries.ts'

/** Entries that are shown before the list is opened in full. */
const previewCount = 3

type Props = { projectId: string; onOpenItem: (itemId: string) => void }

/** What to check in the knowledge. Nothing is shown while there is nothing to check. */
export function FindingList({ projectId, onOpenItem }: Props) {
  const [filter, setFilter] = useState<FindingFilter>('all')
  const [isExpanded, setExpanded] = useState(false)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useFindings(
    projectId,
    filter,
  )
  const counts = data?.pages[0]?.counts
  if (!counts) {
    if (!error) return null
    return <ErrorCard message={errorMessage(error, findingSentences.loadFailed)} onRetry={refetch} />
  }
  const openCount = countOpen(counts)
  if (openCount + counts.dismissed === 0) return null
  const findings = data.pages.flatMap((page) => page.findings)
  const shown = isExpanded ? findings : findings.slice(0, previewCount)
  const total = filter === 'all' ? openCount : counts[filter]
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-title">
          Knowledge issues <span className="text-muted">({openCount})</span>
        </h2>
        <Select
          label="Kind of issue"
          isLabelHidden
          value={filter}
          options={listFilters(counts)}
          onChange={setFilter}
        />
      </div>
      {shown.length === 0 && <p className="py-6 text-center text-ink-2">{describeEmpty(filter)}</p>}
      <ul aria-label="Issues" className="mt-2 divide-y divide-line">
        {shown.map((finding) => (
          <FindingRow key={finding.id} projectId={projectId} finding={finding} onOpenItem={onOpenItem} />
        ))}
      </ul>
      {!isExpanded && total > shown.length && (
        <Button size="compact" onPress={() => setExpanded(true)}>
          {`Show all ${total}`}
        </Button>
      )}
      {isExpanded && hasNextPage && (
        <Button size="compact" isBusy={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </Card>
  )
}

function countOpen({ contradiction, duplicate, past_date, failed_refresh }: FindingCounts): number {
  return contradiction + duplicate + past_date + failed_refresh
}

function listFilters(counts: FindingCounts): { value: FindingFilter; label: string }[] {
  return [
    { value: 'all', label: `All open (${countOpen(counts)})` },
    { value: 'contradiction', label: `Contradictions (${counts.contradiction})` },
    { value: 'duplicate', label: `Duplicates (${counts.duplicate})` },
    { value: 'past_date', label: `Past dates (${counts.past_date})` },
    { value: 'failed_refresh', label: `Failed pages (${counts.failed_refresh})` },
    { value: 'dismissed', label: `Dismissed (${counts.dismissed})` },
  ]
}

function describeEmpty(filter: FindingFilter): string {
  if (filter === 'all') return 'No open issues. We check your knowledge after each change and once a day.'
  return filter === 'dismissed' ? 'No dismissed issues.' : 'No open issues of this kind.'
}
