import type { Project } from '@aichat/contracts/company/projects'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { customizePath, paths, projectPath } from '../../paths.ts'
import { isLive } from '../../projects/publication.ts'
import { Card } from '../../ui/Card.tsx'
import { textLink } from '../../ui/text-link.ts'
import { MinimalTemplateButton } from '../onboarding/MinimalTemplateButton.tsx'
import type { OnboardingState } from '../onboarding/onboarding-steps.ts'
import { EmbedButton, ShowFaqsButton, TurnOnAutoReplyButton } from '../onboarding/setup-buttons.tsx'
import { useOnboardingState } from '../onboarding/use-onboarding-state.ts'

/** The requirements for publishing and what visitors would miss, each with its action or linked to its screen. */
export function PublishChecklist({ project }: { project: Project }) {
  const { state } = useOnboardingState(project)
  const hasTemplate = project.templateKey !== null
  return (
    <Card>
      <h2 className="text-title">Publishing checklist</h2>
      <ul className="mt-3 flex flex-col gap-1">
        <Step
          isDone={hasTemplate}
          to={customizePath(project.id)}
          action={!hasTemplate && <MinimalTemplateButton project={project} />}
        >
          Template
        </Step>
        <Step isDone={project.widgetConfigId !== null} to={customizePath(project.id)}>
          Widget
        </Step>
        {state && <ContentSteps state={state} />}
      </ul>
      <p className="mt-3 text-muted">A template and a widget are required to publish.</p>
    </Card>
  )
}

function ContentSteps({ state }: { state: OnboardingState }) {
  const { project, embeddedCount, pendingIds, isProcessing, faqCount, areFaqsShown } = state
  const areFaqsHidden = faqCount > 0 && !areFaqsShown
  return (
    <>
      <Step
        isDone={embeddedCount > 0}
        to={projectPath(project.id, 'agents')}
        count={embeddedCount}
        note={pendingIds.length > 0 && `${pendingIds.length} not used by the AI assistant yet`}
        action={
          pendingIds.length > 0 && (
            <EmbedButton
              projectId={project.id}
              itemIds={pendingIds}
              isBusy={isProcessing}
              label="Embed all pending"
              variant="secondary"
            />
          )
        }
      >
        Knowledge
      </Step>
      <Step
        isDone={faqCount > 0 && areFaqsShown}
        to={projectPath(project.id, 'faq')}
        count={faqCount}
        note={areFaqsHidden && 'FAQs hidden from visitors'}
        action={areFaqsHidden && <ShowFaqsButton projectId={project.id} variant="secondary" />}
      >
        FAQ
      </Step>
      <AutoReplyStep state={state} />
      {isLive(project) && (
        <Step
          isDone={state.live.hasAnswered}
          to={paths.chats}
          note={!state.live.hasAnswered && 'Open your website and ask a question'}
        >
          First AI answer
        </Step>
      )}
    </>
  )
}

function AutoReplyStep({ state: { project, autoReply, live } }: { state: OnboardingState }) {
  return (
    <Step
      isDone={autoReply && (live.isLive || !isLive(project))}
      to={customizePath(project.id)}
      note={autoReply && !live.isLive && isLive(project) && 'On after you publish'}
      action={!autoReply && <TurnOnAutoReplyButton project={project} variant="secondary" />}
    >
      {autoReply ? 'AI auto-reply: on' : 'AI auto-reply: off'}
    </Step>
  )
}

type StepProps = {
  isDone: boolean
  to: string
  children: string
  count?: number
  note?: string | false
  action?: ReactNode
}

function Step({ isDone, to, children, count, note, action }: StepProps) {
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className="flex flex-wrap items-center gap-x-2 py-1.5">
      <Icon
        role="img"
        aria-label={isDone ? 'Done' : 'To do'}
        size={18}
        strokeWidth={1.75}
        className={isDone ? 'text-ok' : 'text-muted'}
      />
      <Link to={to} className={textLink}>
        {children}
      </Link>
      {count !== undefined && <span className="text-muted tabular-nums">({count})</span>}
      {(note || action) && (
        <span className="flex basis-full flex-wrap items-center justify-between gap-2 ps-6.5 pt-1">
          {note && <span className="text-warn">{note}</span>}
          {action}
        </span>
      )}
    </li>
  )
}
