import { type Project, projectSentences } from '@aichat/contracts/company/projects'
import { FormDialog } from '../ui/overlay/FormDialog.tsx'
import { ProjectFields } from './ProjectFields.tsx'
import { useProjectForm } from './use-project-form.ts'

export type ProjectDrawerProps = {
  isOpen: boolean
  onClose: () => void
  onSaved: (project: Project) => void
  /** The project to edit; without it a new one is created. */
  project?: Project
}

export function ProjectDrawerForm({ onClose, onSaved, project }: ProjectDrawerProps) {
  const { form, error, onSubmit, isSaving } = useProjectForm({
    project,
    onSaved,
    fallback: projectSentences.saveFailed,
  })
  return (
    <FormDialog
      shape="drawer"
      title={project ? 'Edit project' : 'New project'}
      submit={project ? 'Update' : 'Create'}
      onClose={onClose}
      onSubmit={onSubmit}
      isBusy={isSaving}
      isDirty={form.formState.isDirty && !isSaving}
    >
      <ProjectFields form={form} error={error} />
    </FormDialog>
  )
}
