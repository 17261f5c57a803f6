import type { AnswerChange } from '@aichat/contracts/ai/answer-sets'
import { useState } from 'react'
import { invalidateTests, toForm, useAnswerTests } from '../answer-tests/queries.ts'
import { TestDialog } from '../answer-tests/TestDialog.tsx'
import { invalidateProjectAutoReply } from '../auto-reply/queries.ts'
import { useKnowledge } from '../knowledge/queries.ts'
import { projectPath, promptPath, publishPath } from '../paths.ts'
import { cacheProject } from '../projects/queries.ts'
import { AnswerBanner } from '../releases/AnswerBanner.tsx'
import { useAnswerState, useDraftDifference } from '../releases/answer-queries.ts'

type Props = {
  projectId: string
  /** On the Publish screen: shows the comparison of the answers. */
  onReview?: () => void
}

/** Whether visitors get the current answers of a project, above the screens on which they are edited. */
export function AnswersBanner({ projectId, onReview }: Props) {
  const { data: state } = useAnswerState(projectId)
  if (!state || state.status === 'live') return null
  return <NotLiveBanner projectId={projectId} onReview={onReview} />
}

function NotLiveBanner({ projectId, onReview }: Props) {
  const { data: state } = useAnswerState(projectId)
  const { data: tests } = useAnswerTests(projectId)
  const { data: items } = useKnowledge(projectId)
  const { data: difference } = useDraftDifference(projectId)
  const [editedId, setEditedId] = useState<string | null>(null)
  const edited = tests?.tests.find(({ id }) => id === editedId)
  if (!state) return null
  return (
    <>
      <AnswerBanner
        projectId={projectId}
        state={state}
        testCount={tests?.tests.length ?? null}
        fixPath={getFixPath(projectId, difference?.answers[0])}
        changesPath={onReview ? null : publishPath(projectId)}
        onReview={onReview}
        onEditTest={setEditedId}
        onPublished={(project) => {
          cacheProject(project)
          void invalidateTests(projectId)
          void invalidateProjectAutoReply(projectId)
        }}
      />
      {edited && (
        <TestDialog
          projectId={projectId}
          testId={edited.id}
          form={toForm(edited)}
          items={(items ?? []).filter(({ status }) => status === 'embedded')}
          onClose={() => setEditedId(null)}
        />
      )}
    </>
  )
}

/** Where the newest change is edited. */
function getFixPath(projectId: string, change: AnswerChange | undefined): string {
  if (change?.kind === 'item')
    return `${projectPath(projectId, 'agents')}&${new URLSearchParams({ item: change.id })}`
  if (change?.kind === 'prompt') return promptPath('answer')
  return projectPath(projectId, change?.kind === 'faq' ? 'faq' : 'agents')
}
