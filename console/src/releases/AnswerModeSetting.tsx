import { type AnswerMode, answerSetSentences } from '@aichat/contracts/ai/answer-sets'
import { errorMessage } from '../kit/http/api-error.ts'
import { usePermission } from '../kit/permissions.ts'
import { Card } from '../ui/Card.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { RadioCards } from '../ui/forms/RadioCards.tsx'
import { Switch } from '../ui/forms/Switch.tsx'
import { useAnswerState, useSaveAnswerSettings } from './answer-queries.ts'

const label = 'Changes to answers go live'

const modes: { value: AnswerMode; label: string; detail: string }[] = [
  {
    value: 'automatic',
    label: 'Automatically when tests pass',
    detail:
      'Within seconds after you change knowledge, FAQs or the agent. Changes that fail a test are held.',
  },
  {
    value: 'manual',
    label: 'When you publish',
    detail: 'Changes wait until you publish them.',
  },
]

export function AnswerModeSetting({ projectId }: { projectId: string }) {
  const { data: state } = useAnswerState(projectId)
  const save = useSaveAnswerSettings(projectId)
  const canChoose = usePermission('projects.publish')
  if (!state) return null
  const { mode, requiresReview } = { ...state, ...(save.isPending ? save.variables : {}) }
  return (
    <Card>
      <div className="flex flex-col gap-3">
        {canChoose ? (
          <RadioCards
            label={label}
            value={mode}
            cards={modes}
            onChange={(value) => save.mutate({ mode: value })}
          />
        ) : (
          <p>
            {label}: {modes.find(({ value }) => value === mode)?.label.toLowerCase()}
            {requiresReview && ', after a review'}. Only Owners and Admins can change this.
          </p>
        )}
        {canChoose && (
          <div>
            <Switch isSelected={requiresReview} onChange={(isOn) => save.mutate({ requiresReview: isOn })}>
              Review changed answers before they go live
            </Switch>
            <p className="text-ink-2">
              Changes wait until someone has compared the answers to visitors' questions and marked them as
              reviewed.
            </p>
          </div>
        )}
        {save.error && (
          <Notice>
            {errorMessage(
              save.error,
              save.variables?.mode ? answerSetSentences.modeFailed : answerSetSentences.reviewFailed,
            )}
          </Notice>
        )}
      </div>
    </Card>
  )
}
