import { type PageOutcome, pageOutcomes, type SourceRun, sourceSentences } from '@aichat/contracts/ai/sources'
import { useState } from 'react'
import { formatDateTime } from '../kit/format/format.ts'
import { errorMessage } from '../kit/http/api-error.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Select } from '../ui/forms/Select.tsx'
import { describeRun } from './describe-run.ts'
import { useRunPages, useSourceRuns } from './queries.ts'
import { RunNotes } from './RunNotes.tsx'

type Place = { projectId: string; sourceId: string }

const states: Record<SourceRun['status'], { label: string; tone: Tone }> = {
  running: { label: 'Reading', tone: 'accent' },
  stopped: { label: 'Stopped', tone: 'warn' },
  completed: { label: 'Completed', tone: 'ok' },
  failed: { label: 'Failed', tone: 'bad' },
}
const reasons: Record<SourceRun['reason'], string> = {
  manual: 'Started by hand',
  schedule: 'Scheduled',
  upload: 'Uploaded',
}
const outcomeLabels: Record<PageOutcome, string> = {
  new: 'New pages',
  changed: 'Changed pages',
  unchanged: 'Unchanged pages',
  duplicate: 'Duplicates',
  redirected: 'Redirects',
  skipped: 'Left out',
  failed: 'Failed pages',
  missing: 'Missing pages',
  removed: 'Removed pages',
}

type Props = { place: Place; openId: string | null; onOpen: (id: string | null) => void }

/** The last runs, of which one shows the outcomes of its pages. */
export function RunHistory({ place, openId, onOpen }: Props) {
  const { data: runs, error, refetch } = useSourceRuns(place)
  if (!runs) {
    if (!error) return <Skeleton className="h-24 w-full" />
    return <ErrorCard message={errorMessage(error, sourceSentences.loadFailed)} onRetry={refetch} />
  }
  if (runs.length === 0) return <p className="py-6 text-center text-ink-2">Not read yet</p>
  return (
    <ul aria-label="Runs" className="divide-y divide-line">
      {runs.map((run) => (
        <li key={run.id} className="py-3">
          <div className="flex flex-wrap items-center gap-2">
            <span className="font-strong">{formatDateTime(run.startedAt)}</span>
            <Badge tone={states[run.status].tone}>{states[run.status].label}</Badge>
            <span className="text-ink-2">{reasons[run.reason]}</span>
            <Button
              size="compact"
              className="ms-auto"
              isExpanded={openId === run.id}
              label={`Pages of the run at ${formatDateTime(run.startedAt)}`}
              onPress={() => onOpen(openId === run.id ? null : run.id)}
            >
              Pages
            </Button>
          </div>
          <p className="mt-0.5 text-ink-2">{describeRun(run)}</p>
          <RunNotes notes={run.notes} />
          {openId === run.id && <RunPages place={place} run={run} />}
        </li>
      ))}
    </ul>
  )
}

function RunPages({ place, run }: { place: Place; run: SourceRun }) {
  const [outcome, setOutcome] = useState<PageOutcome>(run.counts.failed > 0 ? 'failed' : 'new')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useRunPages(
    place,
    run.id,
    outcome,
  )
  const pages = data?.pages.flatMap((part) => part.pages)
  return (
    <div className="mt-2 flex flex-col gap-2">
      <Select
        label="Outcome"
        isLabelHidden
        value={outcome}
        options={pageOutcomes.map((value) => ({ value, label: outcomeLabels[value] }))}
        onChange={setOutcome}
      />
      {error && !pages && (
        <ErrorCard message={errorMessage(error, sourceSentences.loadPagesFailed)} onRetry={refetch} />
      )}
      {pages?.length === 0 && <p className="py-2 text-ink-2">None in this run</p>}
      <ul className="flex flex-col gap-1.5">
        {pages?.map(({ url, reason }) => (
          <li key={url} className="wrap-anywhere">
            {url}
            {reason && <span className="block text-ink-2">{reason}</span>}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button size="compact" isBusy={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}
