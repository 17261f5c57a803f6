import { projectSentences } from '@aichat/contracts/projects'
import { useId } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import type { ProjectDrawerProps } from './ProjectDrawer.tsx'
import { ProjectFields } from './ProjectFields.tsx'
import { useProjectForm } from './use-project-form.ts'

export function OpenDrawer({ onClose, onSaved, project }: ProjectDrawerProps) {
  const formId = useId()
  const { form, problem, onSubmit, isSaving } = useProjectForm({
    project,
    onSaved,
    fallback: projectSentences.saveFailed,
  })
  return (
    <Dialog
      shape="drawer"
      title={project ? 'Edit project' : 'New project'}
      isOpen
      onClose={onClose}
      isDirty={form.formState.isDirty && !isSaving}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" isBusy={isSaving}>
            {project ? 'Update' : 'Create'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <ProjectFields form={form} problem={problem} />
      </form>
    </Dialog>
  )
}
