import type { ReportGaps } from '@aichat/contracts/company/topics'
import { useId } from 'react'
import { formatCount } from '../../kit/format/format-count.ts'
import type { ReportFilter } from '../filter/report-filter.ts'
import type { AnswerDraft } from './answer-draft.ts'
import { dismissQuestion } from './queries.ts'
import { TopicQuestionList } from './TopicQuestionList.tsx'
import { useListFocus } from './use-list-focus.ts'

type Props = { report: ReportGaps; filter: ReportFilter; onWriteAnswer: (draft: AnswerDraft) => void }

/** The questions that resemble no other one. */
export function SingleQuestions({ report, filter, onWriteAnswer }: Props) {
  const id = useId()
  const focus = useListFocus()
  return (
    <section {...focus} aria-labelledby={id} className="rounded-card border bg-surface">
      <div className="border-b px-4 py-2.5 md:px-5">
        <h2 id={id} className="text-title">
          Other questions
        </h2>
        <p className="text-ink-2">{formatCount(report.singleQuestions, 'question')} without a topic</p>
      </div>
      <TopicQuestionList
        filter={filter}
        topicId={null}
        hasProject={!filter.projectId}
        onWriteAnswer={(question) => onWriteAnswer({ ...question, settles: { question } })}
        onDismiss={dismissQuestion}
      />
    </section>
  )
}
