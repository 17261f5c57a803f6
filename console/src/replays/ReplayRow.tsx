import type { ReplayAnswer, ReplayResult } from '@aichat/contracts/ai/replays'
import clsx from 'clsx'
import { Check, ChevronRight, FlaskConical } from 'lucide-react'
import { type ComponentType, type ReactNode, useId, useState } from 'react'
import { usePermission } from '../kit/permissions.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { describeModelVerdict, describeReasons, describeSources, verdicts } from './describe-result.ts'

type Side = { label: string; text: string | null; note: ReactNode }

export type RowActions = {
  /** Shows two texts side by side. */
  Difference: ComponentType<{ before: Side; after: Side; absent: string }>
  /** Whether a question has been saved as an answer test. */
  isTest: (question: string) => boolean
  onAddTest: (question: string) => void
}

/** A question whose answer changes, and both answers in a collapsible section. */
export function ReplayRow({ result, actions }: { result: ReplayResult; actions: RowActions }) {
  const [isOpen, setOpen] = useState(false)
  const contentId = useId()
  const { question, asked, verdict, before, after } = result
  const { Difference } = actions
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-[1_1_260px]">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? contentId : undefined}
            onClick={() => setOpen(!isOpen)}
            className="flex w-full cursor-pointer items-start gap-1.5 rounded-control text-start hover:underline touch:-mt-3 touch:min-h-11 touch:pt-5.5"
          >
            <ChevronRight
              aria-hidden
              size={16}
              className={clsx(
                'mt-0.5 shrink-0 text-muted transition-transform',
                isOpen ? 'rotate-90' : 'rtl:rotate-180',
              )}
            />
            <span
              dir="auto"
              className={clsx('min-w-0 text-body font-strong wrap-anywhere', !isOpen && 'line-clamp-3')}
            >
              {question}
            </span>
          </button>
          <p className="mt-0.5 ps-5.5 text-ink-2">
            {asked === 1 ? 'Asked once' : `Asked ${asked} times`} · {describeReasons(result)}
            {describeModelVerdict(result.modelVerdict)}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:ps-5.5">
          <Badge tone={verdicts[verdict].tone}>{verdicts[verdict].label}</Badge>
          <AddTestButton question={question} actions={actions} />
        </div>
      </div>
      {isOpen && (
        <div id={contentId} className="mt-2 rounded-control border px-3 py-2">
          <Difference
            before={toSide('Visitors get', before)}
            after={toSide('With your changes', after)}
            absent="The AI assistant hands over to a person."
          />
        </div>
      )}
    </li>
  )
}

function toSide(label: string, answer: ReplayAnswer): Side {
  const sources = describeSources(answer)
  return {
    label,
    text: answer.text,
    note: sources && (
      <p dir="auto" className="mt-1 text-caption wrap-anywhere text-ink-2">
        {sources}
      </p>
    ),
  }
}

/** Stays focusable after the test has been saved, because the focus returns to it from the dialog. */
function AddTestButton({ question, actions }: { question: string; actions: RowActions }) {
  const isTest = actions.isTest(question)
  const Icon = isTest ? Check : FlaskConical
  if (!usePermission('answer_tests.manage')) return null
  return (
    <Button
      size="compact"
      label={`${isTest ? 'Saved as test' : 'Add as test'}: ${question}`}
      isBlocked={isTest}
      icon={<Icon aria-hidden size={14} strokeWidth={1.75} />}
      onPress={() => actions.onAddTest(question)}
    >
      {isTest ? 'Saved as test' : 'Add as test'}
    </Button>
  )
}
