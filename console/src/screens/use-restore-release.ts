import { publishSentences } from '@aichat/contracts/publish-sentences'
import type { Release } from '@aichat/contracts/releases'
import { type WidgetConfig, widgetSentences } from '@aichat/contracts/widget'
import { errorMessage } from '../kit/api-error.ts'
import { invalidateProject } from '../projects/queries.ts'
import { useRestore } from '../releases/queries.ts'
import { toast } from '../ui/toasts.ts'
import { createRevertPatch } from '../widget/config-patch.ts'
import { cacheWidgetConfig, saveWidget } from '../widget/queries.ts'

/** Copies a release into the draft. The toast's Undo reverts it. */
export function useRestoreRelease(projectId: string, draft: WidgetConfig | undefined) {
  const { mutate, isPending, variables } = useRestore(projectId)

  function restore({ number }: Release) {
    if (!draft) return
    mutate(number, {
      onSuccess: (restored) => {
        cacheWidgetConfig(restored)
        invalidateProject(projectId)
        toast(`Release ${number} restored to your draft`, {
          action: { label: 'Undo', onPress: () => undoRestore(draft, restored) },
        })
      },
      onError: (error) => toast(errorMessage(error, publishSentences.restoreFailed), { tone: 'bad' }),
    })
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

  return { restore, restoring: isPending ? variables : null }
}
