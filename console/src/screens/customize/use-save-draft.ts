import type { Project } from '@aichat/contracts/company/projects'
import { type WidgetPatch, widgetSentences } from '@aichat/contracts/widget/widget'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../../kit/http/api-error.ts'
import { log } from '../../kit/log.ts'
import { invalidateProject } from '../../projects/queries.ts'
import { toast } from '../../ui/feedback/toasts.ts'
import { saveWidget } from '../../widget/queries.ts'

/** Saves one setting of a project's widget draft from outside of the editor. */
export function useSaveDraft(project: Project) {
  return useMutation({
    mutationFn: (patch: WidgetPatch) => saveWidget(project.widgetConfigId ?? '', patch, false),
    onSuccess: () => invalidateProject(project.id),
    onError: (error) => {
      log('Failed to save the widget', error)
      toast(errorMessage(error, widgetSentences.saveFailed), { tone: 'bad' })
    },
  })
}
