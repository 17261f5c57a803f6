import type { ReportAi, ReportOverview } from '@aichat/contracts/company/reports'
import { createShareRow } from './create-share-row.ts'
import type { ReportFilter } from './filter/report-filter.ts'
import { Section } from './Section.tsx'
import { ShareList } from './ShareList.tsx'
import { getBefore } from './statistics.ts'

const outcomes = [
  { measure: 'suggestionsOpened', color: 'bg-ai-solid' },
  { measure: 'suggestionsHelped', color: 'bg-ok-solid' },
] as const

type Props = { report: ReportOverview | ReportAi; filter: ReportFilter }

/** How many conversations got suggested pages, and how many visitors opened one and said that they helped. */
export function Suggestions({ report, filter }: Props) {
  if (report.suggestionsOffered === 0 && report.previous.suggestionsOffered === 0) return null
  return (
    <Section
      title="Suggested pages"
      description="When the AI has no answer, it suggests pages that may help."
    >
      <ShareList
        label="Suggested pages"
        rows={[
          {
            ...createShareRow({ measure: 'suggestionsOffered', color: 'bg-ai-solid', report, filter }),
            isWhole: true,
          },
          ...outcomes.map(({ measure, color }) => ({
            ...createShareRow({ measure, color, report, filter }),
            before: getBefore(report, measure, 'suggestionsOffered'),
          })),
        ]}
        cases={report.suggestionsOffered}
      />
    </Section>
  )
}
