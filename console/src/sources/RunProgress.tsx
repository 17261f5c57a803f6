import type { SourceRun } from '@aichat/contracts/ai/sources'
import { ProgressBar } from '../ui/feedback/ProgressBar.tsx'
import { describeRun } from './describe-run.ts'

/** How far a run is: an indeterminate number of pages may still be found. */
export function RunProgress({ run }: { run: SourceRun }) {
  const { found, remaining } = run.counts
  return (
    <div className="mt-1.5 max-w-80">
      <p className="text-ink-2 tabular-nums">{describeRun(run)}</p>
      <ProgressBar label="Reading" value={found - remaining} max={Math.max(1, found)} />
    </div>
  )
}
