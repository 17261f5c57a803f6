import { type ReactNode, useState } from 'react'
import { useFaqs } from '../faq/queries.ts'
import { useHasSessions } from '../inbox/unread.ts'
import { createPreference, usePreference } from '../kit/preferences.ts'
import { useCompany } from '../kit/storage.ts'
import { useKnowledge } from '../knowledge/queries.ts'
import { useProjects } from '../projects/queries.ts'
import { Card } from '../ui/Card.tsx'
import { RetryButton } from '../ui/RetryButton.tsx'
import { SetUpList } from './SetUpList.tsx'
import { projectToSetUp, type SetUpFacts } from './set-up-steps.ts'

const shapes = ['open', 'folded', 'hidden'] as const

/** What is still to be done before the first visitor has an answer. Folded and hidden for this browser and company. */
export function SetUp() {
  const company = useCompany()
  const [shape] = useState(() => createPreference(`set-up ${company?.id}`, shapes))
  const current = usePreference(shape)
  const { data: projects, isError, refetch } = useProjects()
  if (current === 'hidden') return null
  if (!projects) return isError ? <NotLoaded onRetry={refetch} /> : <Room />
  const project = projectToSetUp(projects)
  const list = (facts: SetUpFacts | null) => (
    <SetUpList facts={facts} isFolded={current === 'folded'} onShape={shape.set} />
  )
  if (!project) return list(null)
  return <Facts project={project}>{list}</Facts>
}

type FactsProps = Pick<SetUpFacts, 'project'> & { children: (facts: SetUpFacts) => ReactNode }

function Facts({ project, children }: FactsProps) {
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
  if (failed.length === 0) return <Room />
  return (
    <NotLoaded
      onRetry={() => {
        for (const { refetch } of failed) refetch()
      }}
    />
  )
}

/** Keeps the place, so that nothing below it moves when it is known. */
function Room() {
  return <div aria-busy="true" className="min-h-86 rounded-card border bg-surface" />
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <Card className="flex items-center justify-between gap-3">
      <h2 className="text-title-s font-semibold">Get your first answer live</h2>
      <RetryButton onPress={onRetry} />
    </Card>
  )
}
