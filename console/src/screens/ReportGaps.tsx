import { faqLimits } from '@aichat/contracts/ai/faq'
import { topicLimits, topicStatuses } from '@aichat/contracts/company/topics'
import { truncateText } from '@aichat/contracts/kit/text'
import { MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { usePermission } from '../kit/permissions.ts'
import { EmptyReport } from '../reports/EmptyReport.tsx'
import { pageParameters, type ReportFilter } from '../reports/filter/report-filter.ts'
import type { AnswerDraft } from '../reports/gaps/answer-draft.ts'
import { markAsAnswered, useGaps } from '../reports/gaps/queries.ts'
import { SingleQuestions } from '../reports/gaps/SingleQuestions.tsx'
import { type GapView, TopicCard } from '../reports/gaps/TopicCard.tsx'
import { Report } from '../reports/Report.tsx'
import { ReportPage } from '../reports/ReportPage.tsx'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { useReportPage } from './use-report-page.ts'

// Lazy, because form controls that many screens import move into the bundle that every screen loads.
const AnswerGapDialog = lazyOverlay(() =>
  import('./AnswerGapDialog.tsx').then((file) => file.AnswerGapDialog),
)

/** The topics of the questions that the AI could not answer. */
export function ReportGaps() {
  const page = useReportPage()
  const { filter, onChangeFilter } = page
  const [view, setView] = useGapView()
  const report = useGaps(filter, { ...view, limit: topicLimits.topics })
  const [draft, setDraft] = useState<AnswerDraft | null>(null)
  const maySettle = usePermission('answer_tests.manage')

  function added({ settles }: AnswerDraft, done: string) {
    setDraft(null)
    toast(done)
    if (settles && maySettle) void markAsAnswered(settles)
  }

  return (
    <ReportPage
      name="gaps"
      {...page}
      languages={report.data?.languages}
      isCompared={report.data?.previousQuestions !== 0}
    >
      <Report filter={filter} report={report} hasControls onChangeFilter={onChangeFilter}>
        {(data, isOutdated) =>
          data.questions === 0 ? (
            <NoQuestions filter={filter} onChangeFilter={onChangeFilter} />
          ) : (
            <>
              <TopicCard
                report={data}
                filter={filter}
                view={view}
                onChangeView={setView}
                onWriteAnswer={setDraft}
                isOutdated={isOutdated}
              />
              {data.singleQuestions > 0 && (
                <SingleQuestions report={data} filter={filter} onWriteAnswer={setDraft} />
              )}
            </>
          )
        }
      </Report>
      {draft && (
        <AnswerGapDialog
          project={draft.project}
          form={{
            question: truncateText(draft.question, faqLimits.question),
            answer: truncateText(draft.reply ?? '', faqLimits.answer),
          }}
          onClose={() => setDraft(null)}
          onAdded={(done) => added(draft, done)}
        />
      )}
    </ReportPage>
  )
}

/** What is shown of the report, in the URL. */
function useGapView() {
  const [query, setQuery] = useSearchParams()
  const view: GapView = {
    status: topicStatuses.find((status) => status === query.get(pageParameters.status)) ?? 'open',
    sort: query.get(pageParameters.sort) === 'increase' ? 'increase' : 'questions',
    topicId: query.get(pageParameters.topic),
  }
  const setView = ({ status, sort, topicId }: GapView) => {
    const set = (name: string, value: string | null) =>
      value === null ? query.delete(name) : query.set(name, value)
    set(pageParameters.status, status === 'open' ? null : status)
    set(pageParameters.sort, sort === 'questions' ? null : sort)
    set(pageParameters.topic, topicId)
    setQuery(query, { replace: true })
  }
  return [view, setView] as const
}

type FilterProps = { filter: ReportFilter; onChangeFilter: (filter: ReportFilter) => void }

function NoQuestions(props: FilterProps) {
  return (
    <EmptyReport icon={MessageCircleQuestion} title="No unanswered questions in this period" {...props}>
      Questions appear here that the AI hands over because it has no answer, and those where its suggestions
      didn't help. From two similar ones on, they are grouped into a topic.
    </EmptyReport>
  )
}
