import type { AnswerChange, AnswerDifference } from '@aichat/contracts/ai/answer-sets'
import { publishSentences } from '@aichat/contracts/ai/publish-sentences'
import type { Release } from '@aichat/contracts/ai/releases'
import { type WidgetConfig, widgetSentences } from '@aichat/contracts/widget/widget'
import { useState } from 'react'
import { invalidateAgentProfile } from '../../agent-profile/queries.ts'
import { invalidateFaqs } from '../../faq/queries.ts'
import { errorMessage } from '../../kit/http/api-error.ts'
import { invalidateKnowledge } from '../../knowledge/queries.ts'
import { invalidateProject } from '../../projects/queries.ts'
import { fetchReleaseDifference } from '../../releases/answer-queries.ts'
import { useRestore } from '../../releases/queries.ts'
import { toast } from '../../ui/feedback/toasts.ts'
import { createRevertPatch } from '../../widget/config-patch.ts'
import { cacheWidgetConfig, saveWidget } from '../../widget/queries.ts'

type Question = { release: Release; difference: AnswerDifference }

/**
 * Copies a release into the draft. Where only the design changes, it happens at once and the toast's Undo reverts it. Where answers
 * change, `question` is set first, for a dialog.
 */
export function useRestoreRelease(projectId: string, draft: WidgetConfig | undefined) {
  const { mutate, isPending, variables } = useRestore(projectId)
  const [loading, setLoading] = useState<number | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)

  async function ask(release: Release) {
    if (!release.hasAnswers) return restore(release, [], false)
    setLoading(release.number)
    try {
      const difference = await fetchReleaseDifference(projectId, release.number)
      if (difference.answers.length === 0) restore(release, [], false)
      else setQuestion({ release, difference })
    } catch (error) {
      toast(errorMessage(error, publishSentences.restoreFailed), { tone: 'bad' })
    } finally {
      setLoading(null)
    }
  }

  function restore({ number }: Release, removed: string[], hasAnswerChanges: boolean) {
    if (!draft) return
    mutate(
      { number, removed },
      {
        onSuccess: (restored) => {
          setQuestion(null)
          cacheWidgetConfig(restored)
          invalidateProject(projectId)
          if (hasAnswerChanges) invalidateAnswerParts(projectId)
          const undo = { label: 'Undo', onPress: () => undoRestore(draft, restored) }
          toast(`Release ${number} restored to your draft`, hasAnswerChanges ? {} : { action: undo })
        },
        onError: (error) => toast(errorMessage(error, publishSentences.restoreFailed), { tone: 'bad' }),
      },
    )
  }

  /** Reverts only what the restore changed, so that later edits by others stay. */
  async function undoRestore(before: WidgetConfig, restored: WidgetConfig) {
    const patch = createRevertPatch(before, restored)
    try {
      if (patch) await saveWidget(before.id, patch, false)
      await invalidateProject(projectId)
    } catch (error) {
      toast(errorMessage(error, widgetSentences.saveFailed), { tone: 'bad' })
    }
  }

  /** An erased text has neither a title nor a text. */
  function markErased(id: string) {
    const toErased = (change: AnswerChange) =>
      change.id === id ? { ...change, title: '', after: null } : change
    setQuestion(
      (current) =>
        current && {
          ...current,
          difference: { ...current.difference, answers: current.difference.answers.map(toErased) },
        },
    )
  }

  return {
    ask,
    question,
    markErased,
    confirm: (removed: string[]) => question && restore(question.release, removed, true),
    cancel: () => setQuestion(null),
    restoring: isPending ? variables.number : loading,
    isPending,
  }
}

function invalidateAnswerParts(projectId: string) {
  for (const invalidate of [invalidateKnowledge, invalidateFaqs, invalidateAgentProfile])
    void invalidate(projectId)
}
