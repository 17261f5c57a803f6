import { projectSentences } from '@aichat/contracts/company/projects'
import { ShieldAlert } from 'lucide-react'
import { useNavigate } from 'react-router'
import { usePermission } from '../kit/permissions.ts'
import { customizePath, paths } from '../paths.ts'
import { ProjectFields } from '../projects/ProjectFields.tsx'
import { useProjectForm } from '../projects/use-project-form.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { discardChangesState } from '../ui/forms/NavigationBlocker.tsx'
import { UnsavedChangesGuard } from '../ui/forms/UnsavedChangesGuard.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

export function NewProject() {
  const isAllowed = usePermission('projects.manage')
  return (
    <div className="page">
      <div className="max-w-140">
        <BackLink to={paths.projects}>Projects</BackLink>
        <PageTitle title="New project" className="mt-1 mb-4">
          New project
        </PageTitle>
        {isAllowed ? (
          <NewProjectForm />
        ) : (
          <EmptyState icon={ShieldAlert} title={projectSentences.notAllowed} />
        )}
      </div>
    </div>
  )
}

function NewProjectForm() {
  const navigate = useNavigate()
  const { form, error, onSubmit, isSaving } = useProjectForm({
    onSaved: (project) => navigate(customizePath(project.id)),
    fallback: projectSentences.createFailed,
  })
  return (
    <>
      <Form
        isBusy={isSaving}
        onSubmit={onSubmit}
        className="flex flex-col gap-4 rounded-card border bg-surface p-5"
      >
        <ProjectFields form={form} error={error} />
        <div className="flex justify-end gap-2 pt-2">
          <Button onPress={() => navigate(paths.projects, { state: discardChangesState })}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={isSaving}>
            Create
          </Button>
        </div>
      </Form>
      <UnsavedChangesGuard
        isDirty={form.formState.isDirty && !isSaving}
        question="You have unsaved changes."
      />
    </>
  )
}
