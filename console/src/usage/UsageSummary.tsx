import { type Usage, usageSentences } from '@aichat/contracts/company/usage'
import { Link } from 'react-router'
import type { Period } from '../kit/days.ts'
import { formatCost } from '../kit/format/format-cost.ts'
import { formatNumber } from '../kit/format/format-count.ts'
import { paths } from '../paths.ts'
import { textLink } from '../ui/text-link.ts'
import { useUsage } from './queries.ts'
import { addUp } from './UsageTable.tsx'

type Props = { period: Period; projectId: string | undefined }

/** The tokens and the estimated cost of a period, in all projects or one. */
export function UsageSummary({ period: { from, to }, projectId }: Props) {
  const { data, error } = useUsage({ from, to })
  if (!data) return <p className="min-h-5 text-ink-2">{error && usageSentences.loadFailed}</p>
  const { inputTokens, outputTokens, estimatedCost } = sum(data, projectId)
  if (inputTokens + outputTokens === 0)
    return <p className="text-ink-2">No AI model was used in this period.</p>
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 tabular-nums sm:grid-cols-3">
        <Figure label="Input tokens" value={formatNumber(inputTokens)} />
        <Figure label="Output tokens" value={formatNumber(outputTokens)} />
        <Figure label="Estimated cost" value={estimatedCost === null ? '–' : formatCost(estimatedCost)} />
      </dl>
      <p className="mt-2 text-caption text-muted">
        By the day of use, with test chats and answer tests.{' '}
        <Link to={paths.usage} className={textLink}>
          Usage
        </Link>
      </p>
    </>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-caption text-ink-2">{label}</dt>
      <dd className="text-title">{value}</dd>
    </div>
  )
}

/** Without a project, also what belongs to none, such as Writing Assistant. */
function sum({ projects, other }: Usage, projectId: string | undefined): Usage['other'] {
  const counted =
    projectId === undefined ? [...projects, other] : projects.filter((one) => one.projectId === projectId)
  return addUp(counted)
}
