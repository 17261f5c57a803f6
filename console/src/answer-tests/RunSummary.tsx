import type { RunReason, TestRun } from '@aichat/contracts/answer-tests'
import { formatDateTime } from '../kit/format.ts'
import { ProgressBar } from '../ui/ProgressBar.tsx'

const reasons: Record<RunReason, string> = {
  asked: '',
  knowledge: 'after the knowledge changed',
  published: 'on publishing',
}

/** How the last run went, or how far it is. */
export function RunSummary({ run }: { run: TestRun }) {
  if (run.finishedAt === null) {
    return (
      <div className="mt-3 flex flex-col gap-1.5">
        <p role="status" className="text-small text-ink-2">
          Asking {Math.min(run.done + 1, run.total)} of {run.total}…
        </p>
        <ProgressBar label="Answer tests" value={run.done} max={Math.max(1, run.total)} />
      </div>
    )
  }
  const failed = run.total - run.passed
  return (
    <p role="status" className={`mt-2 text-small ${failed > 0 ? 'text-bad' : 'text-ok'}`}>
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
  const whole = failed === 0 ? `All ${total} pass` : `${failed} of ${total} fail`
  const changes = [broke > 0 && `${broke} broke`, mended > 0 && `${mended} mended`].filter(Boolean)
  return changes.length === 0 ? `${whole}.` : `${whole}; ${changes.join(', ')} since the run before.`
}
