import type { Project } from '@aichat/contracts/company/projects'
import { useToggleFaqs } from '../../faq/queries.ts'
import { useBulkAction } from '../../knowledge/queries.ts'
import { Button } from '../../ui/Button.tsx'
import type { ButtonVariant } from '../../ui/button-styles.ts'
import { useSaveDraft } from '../customize/use-save-draft.ts'

type ButtonProps = { projectId: string; variant: ButtonVariant }

type EmbedProps = ButtonProps & { itemIds: string[]; isBusy: boolean; label: string }

export function EmbedButton({ projectId, itemIds, isBusy, label, variant }: EmbedProps) {
  const embed = useBulkAction(projectId)
  return (
    <Button
      size="compact"
      variant={variant}
      permission="knowledge.edit"
      isBusy={isBusy || embed.isPending}
      onPress={() => embed.mutate({ action: 'embed', itemIds })}
    >
      {label}
    </Button>
  )
}

export function ShowFaqsButton({ projectId, variant }: ButtonProps) {
  const toggle = useToggleFaqs(projectId)
  return (
    <Button size="compact" variant={variant} permission="faq.edit" onPress={() => toggle.mutate(true)}>
      Show
    </Button>
  )
}

export function TurnOnAutoReplyButton({ project, variant }: { project: Project; variant: ButtonVariant }) {
  const save = useSaveDraft(project)
  return (
    <Button
      size="compact"
      variant={variant}
      permission="widget.manage"
      isBusy={save.isPending}
      onPress={() => save.mutate({ agent: { autoReply: true } })}
    >
      Turn on
    </Button>
  )
}
