import type { ReportAi } from '@aichat/contracts/company/reports'
import { topicLimits } from '@aichat/contracts/company/topics'
import { formatCount } from '../../kit/format/format-count.ts'
import { textLink } from '../../ui/text-link.ts'
import { conversationsPath, type ReportFilter, reportPath } from '../filter/report-filter.ts'
import { ReportLink } from '../ReportLink.tsx'
import { Section } from '../Section.tsx'
import { ShareList } from '../ShareList.tsx'
import { getBefore } from '../statistics.ts'
import { useGaps } from './queries.ts'

const maxRows = 5

/** The topics of the questions because of which the most conversations were handed over. Nothing while there are none. */
export function HandoverTopics({ report, filter }: { report: ReportAi; filter: ReportFilter }) {
  // As many as the page of gaps reads, since names depend on the other topics.
  const { data } = useGaps(filter, { status: 'all', sort: 'handedOver', limit: topicLimits.topics })
  if (!data || data.topics.length === 0) return null
  const before = getBefore(report, 'handedOver')
  return (
    <Section
      title="Hand-overs by topic"
      description={`Of ${formatCount(report.handedOver, 'conversation')}, by the first unanswered question`}
      aside={
        <ReportLink to={reportPath(filter, 'gaps')} className={textLink}>
          All gaps
        </ReportLink>
      }
    >
      <ShareList
        label="Topics"
        cases={report.handedOver}
        rows={data.topics.slice(0, maxRows).map((topic) => ({
          key: topic.id,
          label: topic.name,
          definition: `“${topic.example}”`,
          count: topic.handedOver,
          before: before && { count: topic.previousHandedOver, cases: before.count },
          to: conversationsPath(filter, { topicId: topic.id }),
          color: 'bg-warn-solid',
        }))}
      />
    </Section>
  )
}
