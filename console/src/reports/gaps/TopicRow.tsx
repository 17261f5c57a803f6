import type { Topic } from '@aichat/contracts/company/topics'
import clsx from 'clsx'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { formatCount, formatNumber } from '../../kit/format/format-count.ts'
import { Button } from '../../ui/Button.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Change } from '../Change.tsx'
import { Sparkline } from '../charts/Sparkline.tsx'
import type { ReportFilter } from '../filter/report-filter.ts'
import type { AnswerDraft } from './answer-draft.ts'
import { MergedTopics } from './MergedTopics.tsx'
import { findReply } from './queries.ts'
import { TopicMenu } from './TopicMenu.tsx'
import { TopicQuestionList } from './TopicQuestionList.tsx'

type Props = {
  topic: Topic
  filter: ReportFilter
  /** Topics of the same list, into which it can be merged. */
  others: readonly Topic[]
  hasProject: boolean
  /** The number at the upper edge of its trend. */
  top: number
  /** Whether the numbers of the period before are shown. */
  isCompared: boolean
  isExpanded: boolean
  onExpand: (isExpanded: boolean) => void
  onWriteAnswer: (draft: AnswerDraft) => void
}

/** A topic of unanswered questions: how often it was asked, and when expanded its questions. */
export function TopicRow(props: Props) {
  const { topic, filter, others, hasProject, top, isCompared, isExpanded, onExpand, onWriteAnswer } = props
  const regionId = useId()
  const [isLoading, setLoading] = useState(false)
  const { name, example, summary, questions, previousQuestions, project } = topic
  const action = topic.status === 'answered' ? 'Write another answer' : 'Write an answer'

  async function writeAnswer() {
    setLoading(true)
    const reply = await findReply(filter, topic)
    setLoading(false)
    onWriteAnswer({ project, question: example, reply, settles: { topic } })
  }

  return (
    <li data-row>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-5">
        <div className="relative min-w-0 flex-[1_1_240px]">
          <button
            type="button"
            aria-expanded={isExpanded}
            aria-controls={isExpanded ? regionId : undefined}
            onClick={() => onExpand(!isExpanded)}
            className="flex max-w-full items-center gap-1.5 text-start after:absolute after:inset-0"
          >
            <ChevronRight
              aria-hidden
              size={16}
              strokeWidth={1.75}
              className={clsx('shrink-0 text-muted transition-transform', isExpanded && 'rotate-90')}
            />
            <span dir="auto" className="min-w-0 font-strong wrap-anywhere">
              {name}
            </span>
          </button>
          <p dir="auto" className="line-clamp-2 ps-5.5 text-ink-2 wrap-anywhere">
            {summary ?? `“${example}”`}
          </p>
          <p className="ps-5.5 text-caption text-muted">
            {hasProject && `${project.name} · `}Last asked{' '}
            <RelativeTime time={topic.lastAskedAt} variant="sentence" />
            <StatusNote topic={topic} />
          </p>
        </div>
        <div className="w-24 max-lg:hidden">
          <Sparkline values={topic.trend} top={top} />
        </div>
        <p className="w-28 tabular-nums max-md:flex max-md:w-auto max-md:items-baseline max-md:gap-2 md:text-end">
          <span className="text-title">{formatNumber(questions)}</span>
          <span className="sr-only"> {questions === 1 ? 'question' : 'questions'}. </span>
          {isCompared && (
            <span className="block text-caption text-muted">
              <Change count={questions} before={{ count: previousQuestions, cases: 1 }} />
            </span>
          )}
        </p>
        <div className="ms-auto flex items-center gap-1 print:hidden">
          <Button size="compact" isBusy={isLoading} label={`${action}: ${name}`} onPress={writeAnswer}>
            {action}
          </Button>
          <TopicMenu topic={topic} others={others} />
        </div>
      </div>
      {isExpanded && (
        <section id={regionId} aria-label={`Questions about ${name}`} className="border-t bg-hover">
          <MergedTopics topic={topic} />
          <TopicQuestionList
            filter={filter}
            topicId={topic.id}
            onWriteAnswer={({ question, reply }) =>
              onWriteAnswer({ project, question, reply, settles: null })
            }
          />
        </section>
      )}
    </li>
  )
}

/** Whether an answer works shows by how often the topic is asked afterwards. */
function StatusNote({ topic: { status, statusAt, questionsSince } }: { topic: Topic }) {
  if (status !== 'answered') return null
  const since =
    questionsSince === 0 ? 'not asked since' : `asked ${formatCount(questionsSince, 'time')} since`
  return (
    <>
      {' · '}Answered <RelativeTime time={statusAt} variant="sentence" />, {since}
    </>
  )
}
