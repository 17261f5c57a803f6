import type { Project } from '@aichat/contracts/company/projects'
import { TryButton } from '../../test-chat/TryButton.tsx'
import { getProgress } from './onboarding-steps.ts'
import { useOnboardingSteps } from './use-onboarding-steps.ts'
import { useSetupVisibility } from './use-setup-visibility.ts'

type Props = { project: Project; isShortOnPhones?: boolean }

/** In the header of a project, except while the setup bar above offers the same. */
export function HeaderTryButton(props: Props) {
  const { isVisible } = useSetupVisibility()
  return isVisible ? <ButtonBesideSetup {...props} /> : <Try {...props} />
}

function ButtonBesideSetup(props: Props) {
  const { steps, hasFailed } = useOnboardingSteps(props.project)
  if (!steps) return hasFailed && <Try {...props} />
  const { next } = getProgress(steps)
  return next?.action.kind !== 'try' && <Try {...props} />
}

function Try({ project, ...rest }: Props) {
  return <TryButton projectId={project.id} {...rest} />
}
