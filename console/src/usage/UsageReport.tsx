import { type Usage, type UsageQuotas, usageSentences } from '@aichat/contracts/company/usage'
import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '../kit/format/format-count.ts'
import { errorMessage } from '../kit/http/api-error.ts'
import { useCompany } from '../kit/http/auth-storage.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { ProgressBar } from '../ui/feedback/ProgressBar.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useDelayedLoading } from '../ui/feedback/use-delayed-loading.ts'
import { Select } from '../ui/forms/Select.tsx'
import { getPeriod, type PeriodName, periodLabels } from './periods.ts'
import { useUsage } from './queries.ts'
import { UsageTable } from './UsageTable.tsx'

const options = (Object.keys(periodLabels) as PeriodName[]).map((value) => ({
  value,
  label: periodLabels[value],
}))

/** AI answers, tokens and estimated cost by project, and the operator's limits. */
export function UsageReport() {
  const [name, setName] = useState<PeriodName>('month')
  const timeZone = useCompany()?.timeZone ?? 'UTC'
  const { data, error, refetch } = useUsage(getPeriod(name, timeZone, Date.now()))
  const loading = useDelayedLoading(!data && !error)
  if (loading === 'visible') return <Skeleton isImmediate className="h-60 w-full" />
  if (loading === 'delayed') return null
  if (!data) return <ErrorCard message={errorMessage(error, usageSentences.loadFailed)} onRetry={refetch} />
  return (
    <div className="flex flex-col gap-5">
      <Quotas quotas={data.limits} />
      <div className="w-48">
        <Select label="Period" isLabelHidden value={name} options={options} onChange={setName} />
      </div>
      {isEmpty(data) ? (
        <Card>
          <EmptyState icon={ChartColumn} title="No AI usage in this period">
            Answers, tokens and costs appear here once the AI assistant answers visitors.
          </EmptyState>
        </Card>
      ) : (
        <UsageTable usage={data} />
      )}
      <p className="max-w-[70ch] text-muted">
        Tokens include test chats, suggested replies and answer tests. They are estimated where the model's
        server doesn't report them. Costs are estimates from the prices set for the model, without embeddings.
      </p>
    </div>
  )
}

function isEmpty({ projects, other }: Usage): boolean {
  const used = [...projects, other]
  return used.every(
    ({ answers, suggestions, handovers, inputTokens }) =>
      answers + suggestions + handovers + inputTokens === 0,
  )
}

function Quotas({ quotas: { answersPerDay, tokensPerMonth, state } }: { quotas: UsageQuotas }) {
  if (!answersPerDay && !tokensPerMonth) return null
  return (
    <Card className="flex max-w-180 flex-col gap-4">
      <h3 className="text-title">Limits of the included model</h3>
      {state === 'reached' && (
        <Notice>Limit reached. The built-in AI quotes your pages until the limit resets.</Notice>
      )}
      {state === 'near' && (
        <Notice tone="info">
          You're close to a limit. When it is reached, the built-in AI quotes your pages until it resets.
        </Notice>
      )}
      {answersPerDay && <Quota label="Answers today" {...answersPerDay} />}
      {tokensPerMonth && <Quota label="Tokens this month" {...tokensPerMonth} />}
    </Card>
  )
}

function Quota({ label, used, max }: { label: string; used: number; max: number }) {
  return (
    <div>
      <p className="flex justify-between gap-3 text-body">
        <span className="font-strong">{label}</span>
        <span className="text-ink-2 tabular-nums">
          {formatNumber(used)} of {formatNumber(max)}
        </span>
      </p>
      <ProgressBar label={label} value={Math.min(used, max)} max={max} />
    </div>
  )
}
