import type { Project } from '@aichat/contracts/company/projects'
import { AlertDialog } from '../ui/overlay/AlertDialog.tsx'

type Props = { project: Project | null; onCancel: () => void; onConfirm: (project: Project) => void }

export function DeleteProjectDialog({ project, onCancel, onConfirm }: Props) {
  return (
    <AlertDialog
      title="Delete project"
      question={`Are you sure you want to delete "${project?.name}"? This action cannot be undone. Its conversations, knowledge and FAQs are deleted, and the chat disappears from your website.`}
      confirmLabel="Delete project"
      isOpen={project !== null}
      onCancel={onCancel}
      onConfirm={() => project && onConfirm(project)}
    />
  )
}
