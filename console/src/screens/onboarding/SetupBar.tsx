import type { Project } from '@aichat/contracts/company/projects'
import { X } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { isLive } from '../../projects/publication.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { textLink } from '../../ui/text-link.ts'
import { getProgress } from './onboarding-steps.ts'
import { SetupBarPlaceholder } from './SetupBarPlaceholder.tsx'
import { StepActionButton } from './StepActionButton.tsx'
import { useOnboardingSteps } from './use-onboarding-steps.ts'
import { useSetupVisibility } from './use-setup-visibility.ts'

type Props = {
  project: Project
  /** On a screen of several projects. */
  isNamed?: boolean
}

/**
 * The next setup step of a project, above its screens, until the AI has answered its first visitor. The Publish screen has a checklist
 * of its own.
 */
export function SetupBar(props: Props) {
  const { isVisible, hide } = useSetupVisibility()
  return isVisible && <NextStep {...props} onHide={hide} />
}

/** A draft always has a next step, so its space is reserved: the content must not move below the pointer. */
function NextStep({ project, isNamed = false, onHide }: Props & { onHide: () => void }) {
  const { steps, hasFailed } = useOnboardingSteps(project)
  if (!steps) return !hasFailed && !isLive(project) && <SetupBarPlaceholder />
  const { doneCount, count, next } = getProgress(steps)
  if (!next) return null
  return (
    <section
      aria-label="Setup"
      className="page-bar flex shrink-0 items-center gap-3 border-b bg-accent-soft py-1.5"
    >
      <p className="flex min-w-0 flex-1 flex-wrap gap-x-2 max-md:text-caption">
        <Link to={paths.dashboard} className={`${textLink} tabular-nums`}>
          Setup {doneCount} of {count} done
        </Link>
        {isNamed && (
          <span dir="auto" className="max-w-full truncate">
            {project.name}
          </span>
        )}
        <span className="font-strong">{next.title}</span>
        <span className="text-ink-2 max-lg:hidden">{next.hint}</span>
      </p>
      <StepActionButton project={project} action={next.action} variant="secondary" />
      <IconButton label="Hide setup" onPress={onHide}>
        <X aria-hidden strokeWidth={1.75} />
      </IconButton>
    </section>
  )
}
