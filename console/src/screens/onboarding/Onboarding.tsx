import type { Project } from '@aichat/contracts/company/projects'
import { useAiModel } from '../../ai-model/queries.ts'
import { usePreference } from '../../kit/browser/preferences.ts'
import { useCompany } from '../../kit/http/auth-storage.ts'
import { usePermission } from '../../kit/permissions.ts'
import { useProjects } from '../../projects/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { RetryButton } from '../../ui/feedback/RetryButton.tsx'
import { OnboardingChecklist } from './OnboardingChecklist.tsx'
import { listOnboardingSteps } from './onboarding-steps.ts'
import { getOnboardingView, type OnboardingView } from './onboarding-view.ts'
import { selectOnboardingProject } from './select-project.ts'
import { useOnboardingSteps } from './use-onboarding-steps.ts'

/** The setup checklist for a new company. */
export function Onboarding() {
  const company = useCompany()
  const view = getOnboardingView(company?.id ?? '')
  const current = usePreference(view)
  const canSetUp = usePermission('projects.publish')
  const { data: projects, isError, refetch } = useProjects()
  if (current === 'hidden' || !canSetUp) return null
  if (!projects) return isError ? <LoadFailed onRetry={refetch} /> : <Placeholder />
  const project = selectOnboardingProject(projects)
  const props = { isCollapsed: current === 'folded', onViewChange: view.set }
  return project ? (
    <ProjectChecklist project={project} {...props} />
  ) : (
    <OnboardingChecklist project={null} steps={listOnboardingSteps(null)} {...props} />
  )
}

type Props = { project: Project; isCollapsed: boolean; onViewChange: (view: OnboardingView) => void }

function ProjectChecklist({ project, ...props }: Props) {
  const { data: model } = useAiModel(usePermission('ai_model.manage'))
  const hasModel = model?.mayChange ? model.source !== 'builtin' : null
  const { steps, hasFailed, retry } = useOnboardingSteps(project, hasModel)
  if (steps) return <OnboardingChecklist project={project} steps={steps} {...props} />
  return hasFailed ? <LoadFailed onRetry={retry} /> : <Placeholder />
}

/** Reserves the space of the checklist while it loads, to avoid a layout shift. */
function Placeholder() {
  return <div aria-busy="true" className="min-h-86 rounded-card border bg-surface" />
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Card className="flex items-center justify-between gap-3">
      <h2 className="text-title">Go live with your first AI answer</h2>
      <RetryButton onPress={onRetry} />
    </Card>
  )
}
