import type { Project } from '@aichat/contracts/company/projects'
import { Button } from '../../ui/Button.tsx'
import { useSaveDraft } from '../customize/use-save-draft.ts'

/** Customize sets the same template on its first load. Without this, a project created through the API could not be published. */
export function MinimalTemplateButton({ project }: { project: Project }) {
  const save = useSaveDraft(project)
  return (
    <Button
      size="compact"
      permission="widget.manage"
      isBusy={save.isPending}
      onPress={() => save.mutate({ template: { key: 'minimal' } })}
    >
      Use the minimal template
    </Button>
  )
}
