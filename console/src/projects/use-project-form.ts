import { type Project, projectForm } from '@aichat/contracts/company/projects'
import { zodResolver } from '@hookform/resolvers/zod'
import { type BaseSyntheticEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorMessage } from '../kit/http/api-error.ts'
import { useSaveProject } from './queries.ts'

type Options = { project?: Project; onSaved: (project: Project) => void; fallback: string }

export function useProjectForm({ project, onSaved, fallback }: Options) {
  const [error, setError] = useState<string | null>(null)
  const save = useSaveProject(project)
  const form = useForm({
    resolver: zodResolver(projectForm),
    defaultValues: {
      name: project?.name ?? '',
      description: project?.description ?? '',
      websiteUrl: project?.websiteUrl ?? '',
    },
    mode: 'onTouched',
  })
  const submit = form.handleSubmit((values) => {
    setError(null)
    // These callbacks do not run if the user has left the form in the meantime.
    return save.mutateAsync(values, {
      onSuccess: (saved) => {
        form.reset(values)
        onSaved(saved)
      },
      onError: (error) => setError(errorMessage(error, fallback)),
    })
  })
  /** Enter submits before the field has lost the focus. */
  function onSubmit(event?: BaseSyntheticEvent) {
    addScheme(form)
    return submit(event)
  }
  return { form, error, onSubmit, isSaving: save.isPending }
}

export type ProjectFormState = ReturnType<typeof useProjectForm>

/** Completes a host name like "acme.com" to a URL. */
export function addScheme(form: ProjectFormState['form']) {
  const typed = form.getValues('websiteUrl')?.trim() ?? ''
  if (/^[^\s/:@]+\.[^\s/:@]{2,}(\/\S*)?$/.test(typed)) {
    form.setValue('websiteUrl', `https://${typed}`, { shouldValidate: true, shouldDirty: true })
  }
}
