import type { Project } from '@aichat/contracts/company/projects'
import { useSources } from '../../sources/queries.ts'
import { findWebsite } from '../../sources/website.ts'
import { listOnboardingSteps, type OnboardingStep } from './onboarding-steps.ts'
import { useOnboardingState } from './use-onboarding-state.ts'

type Loading = { steps: OnboardingStep[] | null; hasFailed: boolean; retry: () => void }

/** The setup steps of a project; null while they load. `hasModel` as in `listOnboardingSteps`. */
export function useOnboardingSteps(project: Project, hasModel: boolean | null = null): Loading {
  const { state, hasFailed, retry } = useOnboardingState(project)
  const { websiteUrl } = project
  const offersWebsite = websiteUrl !== null && state?.embeddedCount === 0
  const sources = useSources(project.id, offersWebsite)
  if (!state) return { steps: null, hasFailed, retry }
  // Without the list, a website that was added already would be offered again.
  if (offersWebsite && !sources.data)
    return { steps: null, hasFailed: sources.isError, retry: () => void sources.refetch() }
  const website = websiteUrl && sources.data ? findWebsite(sources.data, websiteUrl) : null
  return { steps: listOnboardingSteps(state, { hasModel, website }), hasFailed: false, retry }
}
