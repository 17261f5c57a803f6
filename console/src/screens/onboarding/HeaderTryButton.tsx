import type { Project } from '@aichat/contracts/company/projects'
import { TryButton } from '../../test-chat/TryButton.tsx'
import { getProgress, listOnboardingSteps } from './onboarding-steps.ts'
import { useOnboardingState } from './use-onboarding-state.ts'
import { useSetupVisibility } from './use-setup-visibility.ts'

type Props = { project: Project; isShortOnPhones?: boolean }

/** In the header of a project, except while the setup bar above offers the same. */
export function HeaderTryButton(props: Props) {
  const { isVisible } = useSetupVisibility()
  return isVisible ? <ButtonBesideSetup {...props} /> : <Try {...props} />
}

function ButtonBesideSetup(props: Props) {
  const { state, hasFailed } = useOnboardingState(props.project)
  if (!state) return hasFailed && <Try {...props} />
  const { next } = getProgress(listOnboardingSteps(state))
  return next?.action.kind !== 'try' && <Try {...props} />
}

function Try({ project, ...rest }: Props) {
  return <TryButton projectId={project.id} {...rest} />
}
