import type { Source, SourceRun } from '@aichat/contracts/ai/sources'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useRunPages } from '../queries.ts'
import { toHost } from '../website.ts'

type Props = { projectId: string; url: string; source: Source | null; reason: string | null }

/** That no page was read, and why. */
export function WebsiteFailure({ projectId, url, source, reason }: Props) {
  const run = source?.lastRun
  return (
    <Notice>
      <p>No pages were read from {toHost(url)}.</p>
      {reason !== null || !source || !run ? (
        <p>{reason}</p>
      ) : (
        <RunFailure place={{ projectId, sourceId: source.id }} run={run} />
      )}
    </Notice>
  )
}

/** Why the whole run failed, or its first page. */
function RunFailure({ place, run }: { place: { projectId: string; sourceId: string }; run: SourceRun }) {
  const outcome = run.counts.failed > 0 ? 'failed' : 'skipped'
  const { data } = useRunPages(place, run.id, outcome)
  return <p>{run.error ?? data?.pages[0]?.pages[0]?.reason}</p>
}
