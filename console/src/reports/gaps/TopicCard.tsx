import {
  type ReportGaps,
  type TopicOrder,
  type TopicStatus,
  topicLimits,
  topicStatuses,
} from '@aichat/contracts/company/topics'
import clsx from 'clsx'
import { formatCount, formatNumber } from '../../kit/format/format-count.ts'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import { Change } from '../Change.tsx'
import type { ReportFilter } from '../filter/report-filter.ts'
import type { AnswerDraft } from './answer-draft.ts'
import { TopicRow } from './TopicRow.tsx'
import { useListFocus } from './use-list-focus.ts'

export type GapView = {
  status: TopicStatus
  sort: TopicOrder
  /** The topic whose questions are shown. */
  topicId: string | null
}

type Props = {
  report: ReportGaps
  filter: ReportFilter
  view: GapView
  onChangeView: (view: GapView) => void
  onWriteAnswer: (draft: AnswerDraft) => void
  /** Whether the topics are those of the previous filter. */
  isOutdated: boolean
}

const statusLabels: Record<TopicStatus, string> = {
  open: 'Open',
  answered: 'Answered',
  dismissed: 'Dismissed',
}
const orders = [
  { value: 'questions', label: 'Most asked' },
  { value: 'increase', label: 'Rising' },
] as const

/** The topics of one status. */
export function TopicCard(props: Props) {
  const { report, filter, view, onChangeView, onWriteAnswer, isOutdated } = props
  const { questions, previousQuestions, topics, statuses } = report
  const isCompared = previousQuestions > 0 && filter.from !== filter.to
  const top = Math.max(...topics.flatMap(({ trend }) => trend))
  const focus = useListFocus()
  const hasProject = new Set(topics.map(({ project }) => project.id)).size > 1
  return (
    <section {...focus} aria-label="Topics" className="rounded-card border bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2.5 md:px-5">
        <p className="text-ink-2 tabular-nums">
          <span className="font-strong text-ink">{formatCount(questions, 'unanswered question')}</span>
          <span className="hidden print:inline"> · Topics: {statusLabels[view.status]}</span>
          {isCompared && (
            <>
              {' · '}
              <Change count={questions} before={{ count: previousQuestions, cases: 1 }} />
            </>
          )}
        </p>
        <div className="flex flex-wrap gap-x-4 gap-y-1 print:hidden">
          <SegmentedControl
            label="Status"
            value={view.status}
            options={topicStatuses.map((status) => ({
              value: status,
              label: `${statusLabels[status]} ${formatNumber(statuses[status])}`,
            }))}
            onChange={(status) => onChangeView({ ...view, status, topicId: null })}
          />
          <SegmentedControl
            label="Sort"
            value={view.sort}
            options={orders}
            onChange={(sort) => onChangeView({ ...view, sort })}
          />
        </div>
      </div>
      {topics.length === 0 ? (
        <p className="px-4 py-8 text-center text-ink-2">{emptyTexts[view.status]}</p>
      ) : (
        <ul
          aria-label="Topics"
          inert={isOutdated}
          className={clsx('divide-y divide-line', isOutdated && 'opacity-50')}
        >
          {topics.map((topic) => (
            <TopicRow
              key={topic.id}
              topic={topic}
              filter={filter}
              others={topics}
              hasProject={hasProject}
              top={top}
              isCompared={isCompared}
              isExpanded={topic.id === view.topicId}
              onExpand={(isExpanded) => onChangeView({ ...view, topicId: isExpanded ? topic.id : null })}
              onWriteAnswer={onWriteAnswer}
            />
          ))}
        </ul>
      )}
      {statuses[view.status] > topicLimits.topics && (
        <p className="border-t px-4 py-2.5 text-caption text-muted md:px-5">
          First {topicLimits.topics} of {formatNumber(statuses[view.status])} topics
        </p>
      )}
    </section>
  )
}

const emptyTexts: Record<TopicStatus, string> = {
  open: "No open topics. Similar questions that the AI can't answer are grouped here.",
  answered: 'No answered topics. A topic moves here when you write an answer or mark it as answered.',
  dismissed: 'No dismissed topics.',
}
