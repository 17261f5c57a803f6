import { type AiModelTest, aiModelSentences } from '@aichat/contracts/ai/ai-model'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatCost } from '../kit/format/format-cost.ts'
import { Notice } from '../ui/feedback/Notice.tsx'
import { Spinner } from '../ui/feedback/Spinner.tsx'

type Props = { test: { data: AiModelTest | undefined; isPending: boolean } }

/** The answers of a test to the company's own questions. */
export function ModelTest({ test: { data, isPending } }: Props) {
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (data) result.current?.scrollIntoView({ block: 'nearest' })
  }, [data])
  return (
    <div ref={result} role="status" aria-label="Test" className="flex flex-col gap-3 empty:hidden">
      {isPending && (
        <p className="flex items-center gap-2 text-body text-ink-2">
          <Spinner /> Asking three of your questions. This may take up to half a minute.
        </p>
      )}
      {data && !data.ok && <Notice>{data.error ?? aiModelSentences.testFailed}</Notice>}
      {data?.ok && (
        <p className="flex items-center gap-2 text-body font-strong text-ok">
          <CircleCheck aria-hidden size={16} strokeWidth={1.75} />
          {data.answers.length > 0 ? 'The model works' : 'The model works. Add knowledge to see its answers.'}
        </p>
      )}
      {data && data.answers.length > 0 && (
        <ul aria-label="Answers" className="divide-y divide-line rounded-control border">
          {data.answers.map((answer) => (
            <li key={answer.question} className="flex flex-col gap-1 p-3">
              <p className="font-strong wrap-anywhere">{answer.question}</p>
              <p className="text-body whitespace-pre-line text-ink-2 wrap-anywhere">
                {answer.text || 'No answer in your knowledge. Visitors would be handed over to your team.'}
              </p>
              <p className="text-muted empty:hidden">{describeAnswer(answer)}</p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function describeAnswer({ firstSentenceMs, estimatedCost }: AiModelTest['answers'][number]): string {
  const time = firstSentenceMs === null ? '' : `First sentence after ${(firstSentenceMs / 1000).toFixed(1)} s`
  const cost = estimatedCost === null ? '' : `about ${formatCost(estimatedCost)}`
  return [time, cost].filter(Boolean).join(' · ')
}
