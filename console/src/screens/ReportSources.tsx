import { reportLimits, type SourceOrder } from '@aichat/contracts/company/reports'
import clsx from 'clsx'
import { BookOpen } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { formatCount, formatNumber } from '../kit/format/format-count.ts'
import { EmptyReport } from '../reports/EmptyReport.tsx'
import { pageParameters } from '../reports/filter/report-filter.ts'
import { useSourceReport } from '../reports/queries.ts'
import { Report } from '../reports/Report.tsx'
import { ReportPage } from '../reports/ReportPage.tsx'
import { SourceTable } from '../reports/SourceTable.tsx'
import { SegmentedControl } from '../ui/forms/SegmentedControl.tsx'
import { useReportPage } from './use-report-page.ts'

const orders = [
  { value: 'used', label: 'Most cited' },
  { value: 'unhelpful', label: "Didn't help" },
] as const

/** The knowledge items and FAQs that the AI used. */
export function ReportSources() {
  const page = useReportPage()
  const { filter, onChangeFilter } = page
  const [query, setQuery] = useSearchParams()
  const sort: SourceOrder = query.get(pageParameters.sort) === 'unhelpful' ? 'unhelpful' : 'used'
  const setSort = (order: SourceOrder) => {
    query.set(pageParameters.sort, order)
    setQuery(query, { replace: true })
  }
  const report = useSourceReport(filter, sort)
  return (
    <ReportPage name="sources" {...page} languages={report.data?.languages} isCompared>
      <Report filter={filter} report={report} hasControls onChangeFilter={onChangeFilter}>
        {(data, isOutdated) =>
          data.total === 0 ? (
            <EmptyReport
              icon={BookOpen}
              title="No sources used in this period"
              filter={filter}
              onChangeFilter={onChangeFilter}
            >
              The pages and FAQs appear here that AI answers cite or suggest, with how often they didn't help.
            </EmptyReport>
          ) : (
            <div className="flex flex-col gap-3">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p className="text-ink-2">
                  {data.total > reportLimits.maxSources
                    ? `First ${formatNumber(reportLimits.maxSources)} of ${formatCount(data.total, 'source')}`
                    : formatCount(data.total, 'source')}
                </p>
                <SegmentedControl label="Sort" value={sort} options={orders} onChange={setSort} />
              </div>
              <div inert={isOutdated} className={clsx(isOutdated && 'opacity-50')}>
                <SourceTable report={data} filter={filter} />
              </div>
              <p className="max-w-[75ch] text-caption text-muted">
                Each number counts conversations. An AI answer didn't help when the visitor rated it 1 or 2
                stars or asked for a person next, or someone on your team wrote before the visitor did.
              </p>
            </div>
          )
        }
      </Report>
    </ReportPage>
  )
}
