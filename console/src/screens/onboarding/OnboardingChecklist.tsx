import type { Project } from '@aichat/contracts/company/projects'
import clsx from 'clsx'
import { ChevronDown, ChevronUp, Circle, CircleCheck, PartyPopper, X } from 'lucide-react'
import { useEffect } from 'react'
import { Card } from '../../ui/Card.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { getProgress, type OnboardingStep } from './onboarding-steps.ts'
import type { OnboardingView } from './onboarding-view.ts'
import { StepActionButton } from './StepActionButton.tsx'

type Props = {
  project: Project | null
  steps: OnboardingStep[]
  isCollapsed: boolean
  onViewChange: (view: OnboardingView) => void
}

export function OnboardingChecklist({ project, steps, isCollapsed, onViewChange }: Props) {
  const { doneCount, count, next } = getProgress(steps)
  if (!next) return <AllDone onViewChange={onViewChange} />
  return (
    <Card>
      <div className="flex items-center gap-1">
        <h2 className="min-w-0 flex-1 text-title">Go live with your first AI answer</h2>
        <span className="me-1 shrink-0 text-ink-2 tabular-nums">
          {doneCount} of {count}
        </span>
        <IconButton
          label={isCollapsed ? 'Expand' : 'Collapse'}
          isExpanded={!isCollapsed}
          onPress={() => onViewChange(isCollapsed ? 'open' : 'folded')}
        >
          {isCollapsed ? (
            <ChevronDown aria-hidden strokeWidth={1.75} />
          ) : (
            <ChevronUp aria-hidden strokeWidth={1.75} />
          )}
        </IconButton>
        <IconButton label="Hide" onPress={() => onViewChange('hidden')}>
          <X aria-hidden strokeWidth={1.75} />
        </IconButton>
      </div>
      <ProgressBar label="Setup progress" value={doneCount} max={count} />
      {!isCollapsed && <Steps steps={steps} next={next} project={project} />}
    </Card>
  )
}

type StepsProps = { steps: OnboardingStep[]; next: OnboardingStep; project: Project | null }

/** The counted steps, then the optional ones. */
function Steps({ steps, next, project }: StepsProps) {
  const required = steps.filter(({ isOptional }) => !isOptional)
  const optional = steps.filter(({ isOptional }) => isOptional)
  return (
    <>
      <ol className="mt-2">
        {required.map((step) => (
          <Step key={step.title} step={step} isNext={step === next} project={project} />
        ))}
      </ol>
      {optional.length > 0 && (
        <>
          <h3 className="mt-3 border-t pt-3 font-strong text-ink-2">Optional</h3>
          <ul>
            {optional.map((step) => (
              <Step key={step.title} step={step} isNext={false} project={project} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

type StepProps = { step: OnboardingStep; isNext: boolean; project: Project | null }

function Step({ step, isNext, project }: StepProps) {
  const Icon = step.isDone ? CircleCheck : Circle
  const hasHint = isNext || (step.isOptional && !step.isDone)
  return (
    // On phones, the button stands below a hint instead of beside it.
    <li
      className={clsx(
        'flex min-h-10 items-center gap-x-3 gap-y-1.5 py-1 dense:min-h-9',
        hasHint && 'max-sm:flex-wrap max-sm:py-2',
      )}
    >
      <Icon
        aria-hidden
        size={18}
        strokeWidth={1.75}
        className={`shrink-0 ${step.isDone ? 'text-ok' : 'text-muted'}`}
      />
      <div className={clsx('min-w-0 flex-1', hasHint && 'max-sm:basis-[calc(100%-30px)]')}>
        <p className={isNext ? 'font-strong' : 'text-ink-2'}>
          {step.title}
          {step.isDone && <span className="sr-only"> (done)</span>}
        </p>
        {hasHint && <p className="text-ink-2">{step.hint}</p>}
      </div>
      {!step.isDone && (isNext || project) && (
        <div className={hasHint ? 'max-sm:ms-7.5' : undefined}>
          <StepActionButton
            project={project}
            action={step.action}
            variant={isNext ? 'primary' : 'secondary'}
          />
        </div>
      )}
    </li>
  )
}

/** Shown once: leaving the dashboard hides it. */
function AllDone({ onViewChange }: Pick<Props, 'onViewChange'>) {
  useEffect(() => () => onViewChange('hidden'), [onViewChange])
  return (
    <Card className="flex items-center gap-3">
      <PartyPopper aria-hidden size={20} strokeWidth={1.75} className="text-ok" />
      <p className="font-strong">Your widget is live</p>
    </Card>
  )
}
