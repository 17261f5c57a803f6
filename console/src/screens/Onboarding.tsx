import { type ReactNode, useState } from 'react'
import { useFaqs } from '../faq/queries.ts'
import { useHasSessions } from '../inbox/queries.ts'
import { useCompany } from '../kit/auth-storage.ts'
import { usePermission } from '../kit/permissions.ts'
import { createPreference, usePreference } from '../kit/preferences.ts'
import { useKnowledge } from '../knowledge/queries.ts'
import { useProjects } from '../projects/queries.ts'
import { Card } from '../ui/Card.tsx'
import { RetryButton } from '../ui/RetryButton.tsx'
import { OnboardingChecklist } from './OnboardingChecklist.tsx'
import { type OnboardingState, selectOnboardingProject } from './onboarding-steps.ts'

const views = ['open', 'folded', 'hidden'] as const

/** The setup checklist for a new company. Its collapsed or hidden state is stored per browser and company. */
export function Onboarding() {
  const company = useCompany()
  const [view] = useState(() => createPreference(`set-up ${company?.id}`, views))
  const current = usePreference(view)
  const canSetUp = usePermission('projects.publish')
  const { data: projects, isError, refetch } = useProjects()
  if (current === 'hidden' || !canSetUp) return null
  if (!projects) return isError ? <LoadFailed onRetry={refetch} /> : <Placeholder />
  const project = selectOnboardingProject(projects)
  const list = (facts: OnboardingState | null) => (
    <OnboardingChecklist facts={facts} isCollapsed={current === 'folded'} onViewChange={view.set} />
  )
  if (!project) return list(null)
  return <OnboardingFacts project={project}>{list}</OnboardingFacts>
}

type FactsProps = Pick<OnboardingState, 'project'> & { children: (facts: OnboardingState) => ReactNode }

function OnboardingFacts({ project, children }: FactsProps) {
  const knowledge = useKnowledge(project.id)
  const faqs = useFaqs(project.id)
  const chats = useHasSessions()
  const all = [knowledge, faqs, chats]
  if (knowledge.data && faqs.data && chats.data !== undefined) {
    return children({
      project,
      knowledge: knowledge.data.length,
      faqs: faqs.data.faqs.length,
      hasChats: chats.data,
    })
  }
  const failed = all.filter(({ isError }) => isError)
  if (failed.length === 0) return <Placeholder />
  return (
    <LoadFailed
      onRetry={() => {
        for (const { refetch } of failed) refetch()
      }}
    />
  )
}

/** Reserves the space of the checklist while it loads, to avoid a layout shift. */
function Placeholder() {
  return <div aria-busy="true" className="min-h-86 rounded-card border bg-surface" />
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Card className="flex items-center justify-between gap-3">
      <h2 className="text-title-s font-semibold">Go live with your first AI answer</h2>
      <RetryButton onPress={onRetry} />
    </Card>
  )
}
