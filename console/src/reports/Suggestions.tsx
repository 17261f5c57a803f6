import type { ReportAi, ReportOverview } from '@aichat/contracts/company/reports'
import { createShareRow } from './create-share-row.ts'
import type { ReportFilter } from './filter/report-filter.ts'
import { Section } from './Section.tsx'
import { ShareList } from './ShareList.tsx'
import { getBefore } from './statistics.ts'

type Props = { report: ReportOverview | ReportAi; filter: ReportFilter }

/** How many conversations got suggested pages, and how many visitors said that they helped. */
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
          {
            ...createShareRow({ measure: 'suggestionsHelped', color: 'bg-ok-solid', report, filter }),
            before: getBefore(report, 'suggestionsHelped', 'suggestionsOffered'),
          },
        ]}
        cases={report.suggestionsOffered}
      />
    </Section>
  )
}
