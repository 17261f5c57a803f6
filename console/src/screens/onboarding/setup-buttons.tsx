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

type TurnOnProps = { project: Project; variant: ButtonVariant; onDone?: () => void }

export function TurnOnAutoReplyButton({ project, variant, onDone }: TurnOnProps) {
  const save = useSaveDraft(project)

  // The change may unmount this button, which would drop a callback of `mutate`. The mutation reports errors.
  async function turnOn() {
    const isSaved = await save.mutateAsync({ agent: { autoReply: true } }).then(
      () => true,
      () => false,
    )
    if (isSaved) onDone?.()
  }

  return (
    <Button
      size="compact"
      variant={variant}
      permission="widget.manage"
      isBusy={save.isPending}
      onPress={turnOn}
    >
      Turn on
    </Button>
  )
}
