import type { RunReason, TestRun } from '@aichat/contracts/ai/answer-tests'
import { formatDateTime } from '../kit/format/format.ts'
import { ProgressBar } from '../ui/feedback/ProgressBar.tsx'

const reasons: Record<RunReason, string> = {
  asked: '',
  knowledge: 'after a knowledge change',
  published: 'on publish',
}

/** The result of the last run, or the progress of the current one. */
export function RunSummary({ run }: { run: TestRun }) {
  if (run.finishedAt === null) {
    return (
      <div className="mt-3 flex flex-col gap-1.5">
        <p role="status" className="text-ink-2">
          Running test {Math.min(run.done + 1, run.total)} of {run.total}…
        </p>
        <ProgressBar label="Answer tests" value={run.done} max={Math.max(1, run.total)} />
      </div>
    )
  }
  const failed = run.total - run.passed
  return (
    <p role="status" className={`mt-2 ${failed > 0 ? 'text-bad' : 'text-ok'}`}>
      {summarizeRun(run)}
      <span className="text-muted">
        {' '}
        · {formatDateTime(run.finishedAt)} {reasons[run.reason]}
      </span>
    </p>
  )
}

export function summarizeRun({ total, passed, broke, mended }: TestRun): string {
  const failed = total - passed
  const outcome = failed === 0 ? `All ${total} passed` : `${failed} of ${total} failed`
  const changes = [broke > 0 && `${broke} newly failing`, mended > 0 && `${mended} fixed`].filter(Boolean)
  return changes.length === 0 ? `${outcome}.` : `${outcome}; ${changes.join(', ')} since the last run.`
}
