import { answerSetLimits, answerSetSentences, type FailingTest } from '@aichat/contracts/ai/answer-sets'
import { publishSentences } from '@aichat/contracts/ai/publish-sentences'
import type { Project } from '@aichat/contracts/company/projects'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Notice } from '../ui/feedback/Notice.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { TextArea } from '../ui/forms/TextArea.tsx'
import { FormDialog } from '../ui/overlay/FormDialog.tsx'
import { useDraftDifference } from './answer-queries.ts'
import { usePublish } from './queries.ts'

type Props = {
  projectId: string
  failing: readonly FailingTest[]
  onPublished: (project: Project) => void
  onClose: () => void
}

/** Publishes answers whose tests fail or that were not reviewed. The reason is stored in the audit log. */
export function PublishAnywayDialog({ projectId, failing, onPublished, onClose }: Props) {
  const publish = usePublish(projectId)
  const { data: difference } = useDraftDifference(projectId)
  const [reason, setReason] = useState('')
  const isEmpty = reason.trim() === ''

  function submit() {
    if (isEmpty) return
    return publish.mutateAsync(reason, {
      onSuccess: ({ project }) => {
        onPublished(project)
        onClose()
        toast('Published')
      },
    })
  }

  return (
    <FormDialog
      title="Publish anyway"
      submit="Publish anyway"
      onClose={onClose}
      onSubmit={submit}
      isBusy={publish.isPending}
      isBlocked={isEmpty}
      isDirty={!isEmpty && !publish.isPending}
      isDangerous
    >
      {publish.error && <Notice>{errorMessage(publish.error, publishSentences.failed)}</Notice>}
      <p>
        Visitors get your changes at once, although {describeObstacle(failing.length)}. Your name and the
        reason are recorded in the audit log.
      </p>
      {difference && difference.design.length > 0 && <p>Your changes to the design are published too.</p>}
      <TextArea
        label="Reason"
        isRequired
        rows={3}
        maxLength={answerSetLimits.reason}
        placeholder={answerSetSentences.reason}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}

function describeObstacle(failingCount: number): string {
  if (failingCount === 0) return 'the changed answers were not reviewed'
  return failingCount === 1 ? 'an answer test fails' : `${failingCount} answer tests fail`
}
