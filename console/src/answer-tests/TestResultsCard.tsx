import type { AnswerTest } from '@aichat/contracts/ai/answer-tests'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Card } from '../ui/Card.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { useAnswerTests } from './queries.ts'
import { RunSummary, summarizeRun } from './RunSummary.tsx'

const maxShown = 5

/** `canPublish` is false while failing tests hold changes back. */
type Props = { projectId: string; link: string; canPublish: boolean }

/** The answer test results on the Publish screen. During a run, the failing tests of the last one stay. */
export function TestResultsCard({ projectId, link, canPublish }: Props) {
  const { data } = useAnswerTests(projectId)
  if (!data?.lastRun || data.tests.length === 0) return null
  const { lastRun, tests } = data
  const failing = tests.filter(({ result }) => result && !result.isPassed)
  if (failing.length === 0 && lastRun.finishedAt !== null) {
    return (
      <Card className="flex items-center gap-2">
        <CircleCheck aria-hidden size={16} className="shrink-0 text-ok" />
        <p className="text-body">Answer tests: {summarizeRun(lastRun)}</p>
      </Card>
    )
  }
  return (
    <Card>
      {lastRun.finishedAt === null ? (
        <>
          <h2 className="text-title">Answer tests</h2>
          <RunSummary run={lastRun} />
          {failing.length > 0 && <p className="mt-3 text-ink-2">Failing tests</p>}
        </>
      ) : (
        <div role="alert" className="flex items-start gap-2">
          <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
          <div className="min-w-0">
            <h2 className="text-title">Answer tests: {summarizeRun(lastRun)}</h2>
            {canPublish && <p className="mt-0.5 text-ink-2">You can still publish.</p>}
          </div>
        </div>
      )}
      {failing.length > 0 && <FailingTests failing={failing} />}
      <div className="mt-3">
        <LinkButton size="compact" to={link}>
          View answer tests
        </LinkButton>
      </div>
    </Card>
  )
}

function FailingTests({ failing }: { failing: readonly AnswerTest[] }) {
  const broken = failing.filter(({ result }) => result?.change === 'broke')
  const shown = [...broken, ...failing.filter((test) => !broken.includes(test))].slice(0, maxShown)
  return (
    <ul aria-label="Failing answer tests" className="mt-2 flex flex-col gap-2">
      {shown.map((test) => (
        <li key={test.id} className="wrap-anywhere">
          <p dir="auto" className="font-strong">
            {test.question}
            {broken.includes(test) && <span className="font-normal text-bad"> · newly failing</span>}
          </p>
          <p className="text-ink-2">{test.result?.problems.join(' ')}</p>
        </li>
      ))}
    </ul>
  )
}
