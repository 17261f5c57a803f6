import { formatCount } from '../../kit/format/format-count.ts'
import { textLink } from '../../ui/text-link.ts'
import { gapsPath, type ReportFilter, reportPath } from '../filter/report-filter.ts'
import { ReportLink } from '../ReportLink.tsx'
import { Section } from '../Section.tsx'
import { ShareList } from '../ShareList.tsx'
import { useGaps } from './queries.ts'

const maxTopics = 5

/** The most frequent open topics of questions that the AI could not answer. Nothing while there are none. */
export function GapSection({ filter }: { filter: ReportFilter }) {
  const { data } = useGaps(filter, { status: 'open', sort: 'questions', limit: maxTopics })
  if (!data || data.topics.length === 0) return null
  return (
    <Section
      title="What the AI couldn't answer"
      description={`Of ${formatCount(data.questions, 'question')}, the most frequent open topics`}
      aside={
        <ReportLink to={reportPath(filter, 'gaps')} className={textLink}>
          All gaps
        </ReportLink>
      }
    >
      <ShareList
        label="Topics"
        cases={data.questions}
        rows={data.topics.map(({ id, name, questions }) => ({
          key: id,
          label: name,
          count: questions,
          to: gapsPath(filter, id),
          color: 'bg-warn-solid',
        }))}
      />
    </Section>
  )
}
