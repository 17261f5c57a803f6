import type { Project } from '@aichat/contracts/company/projects'
import { useState } from 'react'
import { useToggleFaqs } from '../../faq/queries.ts'
import { useBulkAction } from '../../knowledge/queries.ts'
import { TryButton } from '../../test-chat/TryButton.tsx'
import { Button } from '../../ui/Button.tsx'
import type { ButtonVariant } from '../../ui/button-styles.ts'
import { lazyOverlay } from '../../ui/feedback/lazy-part.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { useSaveDraft } from '../customize/use-save-draft.ts'
import type { StepAction } from './onboarding-steps.ts'

const AddKnowledgeDialog = lazyOverlay(() =>
  import('../../knowledge/import/AddKnowledgeDialog.tsx').then((file) => file.AddKnowledgeDialog),
)

type Props = { action: StepAction; variant: ButtonVariant }

/** Does what a setup step asks for, on the screen where it is asked. */
export function StepActionButton({ project, action, variant }: Props & { project: Project | null }) {
  if (action.kind === 'link') {
    return (
      <LinkButton to={action.to} size="compact" variant={variant}>
        {action.label}
      </LinkButton>
    )
  }
  return project && <ProjectActionButton project={project} action={action} variant={variant} />
}

/** The dialog stays when its first item changes the action, because a file is still being processed then. */
function ProjectActionButton({ project, action, variant }: Props & { project: Project }) {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      {action.kind === 'add-knowledge' ? (
        <Button size="compact" variant={variant} permission="knowledge.edit" onPress={() => setAdding(true)}>
          Add knowledge
        </Button>
      ) : (
        <DirectActionButton project={project} action={action} variant={variant} />
      )}
      {isAdding && (
        <AddKnowledgeDialog
          projectId={project.id}
          accepts={['.pdf', '.docx', '.doc', '.txt']}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

function DirectActionButton({ project, action, variant }: Props & { project: Project }) {
  switch (action.kind) {
    case 'embed':
      return <EmbedButton projectId={project.id} variant={variant} label="Let the AI use it" {...action} />
    case 'try':
      return <TryButton projectId={project.id} label="Ask a question" size="compact" variant={variant} />
    case 'show-faqs':
      return <ShowFaqsButton projectId={project.id} variant={variant} />
    case 'turn-on':
      return <TurnOnAutoReplyButton project={project} variant={variant} />
    default:
      return null
  }
}

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
