import type { Project } from '@aichat/contracts/company/projects'
import { ChevronDown, ChevronUp, Circle, CircleCheck, PartyPopper, X } from 'lucide-react'
import { useEffect } from 'react'
import { Card } from '../../ui/Card.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import {
  getProgress,
  listOnboardingSteps,
  type OnboardingState,
  type OnboardingStep,
} from './onboarding-steps.ts'
import type { OnboardingView } from './onboarding-view.ts'
import { StepActionButton } from './StepActionButton.tsx'

type Props = {
  state: OnboardingState | null
  hasModel: boolean | null
  isCollapsed: boolean
  onViewChange: (view: OnboardingView) => void
}

export function OnboardingChecklist({ state, hasModel, isCollapsed, onViewChange }: Props) {
  const steps = listOnboardingSteps(state, hasModel)
  const { doneCount, count, next } = getProgress(steps)
  if (!next) return <AllDone onViewChange={onViewChange} />
  return (
    <Card>
      <div className="flex items-center gap-1">
        <h2 className="min-w-0 flex-1 text-title-s font-semibold">Go live with your first AI answer</h2>
        <span className="me-1 shrink-0 text-small text-ink-2 tabular-nums">
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
      {!isCollapsed && (
        <ol className="mt-2">
          {steps.map((step) => (
            <Step key={step.title} step={step} isNext={step === next} project={state?.project ?? null} />
          ))}
        </ol>
      )}
    </Card>
  )
}

type StepProps = { step: OnboardingStep; isNext: boolean; project: Project | null }

function Step({ step, isNext, project }: StepProps) {
  const Icon = step.isDone ? CircleCheck : Circle
  return (
    <li className="flex min-h-10 items-center gap-3 py-1 dense:min-h-9">
      <Icon
        aria-hidden
        size={18}
        strokeWidth={1.75}
        className={`shrink-0 ${step.isDone ? 'text-ok' : 'text-muted'}`}
      />
      <div className="min-w-0 flex-1">
        <p className={isNext ? 'font-semibold' : 'text-ink-2'}>
          {step.title}
          {step.isDone && <span className="sr-only"> (done)</span>}
          {step.isOptional && !step.isDone && <span className="text-small text-muted"> · Optional</span>}
        </p>
        {(isNext || (step.isOptional && !step.isDone)) && (
          <p className="text-small text-ink-2">{step.hint}</p>
        )}
      </div>
      {!step.isDone && (isNext || project) && (
        <StepActionButton project={project} action={step.action} variant={isNext ? 'primary' : 'secondary'} />
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
      <p className="font-semibold">Your widget is live</p>
    </Card>
  )
}
