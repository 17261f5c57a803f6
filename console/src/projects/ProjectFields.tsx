import { projectLimits } from '@aichat/contracts/company/projects'
import { Notice } from '../ui/feedback/Notice.tsx'
import { TextArea } from '../ui/forms/TextArea.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { addScheme, type ProjectFormState } from './use-project-form.ts'

/** The fields of the drawer and the create page. */
export function ProjectFields({ form, error }: Pick<ProjectFormState, 'form' | 'error'>) {
  const { errors } = form.formState
  return (
    <>
      {error && <Notice>{error}</Notice>}
      <TextInput
        label="Name"
        isRequired
        autoComplete="off"
        maxLength={projectLimits.name}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextArea
        label="Description"
        maxLength={projectLimits.description}
        counted={form.watch('description')?.length ?? 0}
        error={errors.description?.message}
        {...form.register('description')}
      />
      <TextInput
        label="Website URL"
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://acme.com"
        maxLength={projectLimits.websiteUrl}
        error={errors.websiteUrl?.message}
        {...form.register('websiteUrl', { onBlur: () => addScheme(form) })}
      />
    </>
  )
}
