import { outcomeDays } from '@aichat/contracts/ai/answer-tests'
import { Info } from 'lucide-react'
import { IconButton } from '../ui/IconButton.tsx'
import { useTestCoverage } from './queries.ts'

const explanation = `The share of visitors' questions in the last ${outcomeDays} days that resemble the question of a test. Up to 500 questions are compared.`

/** The share of visitors' last questions that some test resembles. */
export function TestCoverageFigure({ projectId }: { projectId: string }) {
  const { data } = useTestCoverage(projectId)
  const share = !data || data.questions === 0 ? '–' : `${Math.round((data.covered / data.questions) * 100)}%`
  return (
    <p className="mt-1 flex items-center gap-1 text-ink-2">
      <span>
        Coverage: <span className="font-strong text-ink tabular-nums">{share}</span>
        {data && data.questions > 0 && ` · ${data.covered} of ${data.questions} questions`}
      </span>
      <IconButton label={explanation}>
        <Info aria-hidden strokeWidth={1.75} className="size-4!" />
      </IconButton>
    </p>
  )
}
