import { companyLimits, companyRoutes } from '@aichat/contracts/company/companies'
import { commonSentences } from '@aichat/contracts/kit/common'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { errorMessage } from '../kit/http/api-error.ts'
import { useCompany } from '../kit/http/auth-storage.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { Form } from '../ui/forms/Form.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { TimeZoneSelect } from '../ui/forms/TimeZoneSelect.tsx'
import { UnsavedChangesGuard } from '../ui/forms/UnsavedChangesGuard.tsx'
import { useUpdateCompany } from './queries.ts'

export function CompanyForm() {
  const company = useCompany()
  const change = useUpdateCompany()
  const form = useForm({
    resolver: zodResolver(companyRoutes.update.body),
    defaultValues: {
      name: company?.name ?? '',
      domain: company?.domain ?? '',
      timeZone: company?.timeZone ?? 'UTC',
    },
    mode: 'onTouched',
  })
  const { errors, isDirty } = form.formState
  const onSubmit = form.handleSubmit((values) => {
    const typed = JSON.stringify(form.getValues())
    return change.mutateAsync(values, {
      onSuccess: ({ name, domain = '', timeZone }) => {
        // Text that was typed in the meantime stays.
        const isEdited = JSON.stringify(form.getValues()) !== typed
        form.reset({ name, domain, timeZone }, { keepValues: isEdited })
        toast('Company saved')
      },
    })
  })
  return (
    <Form isBusy={change.isPending} onSubmit={onSubmit} className="flex flex-col gap-4">
      {change.error && <Notice>{errorMessage(change.error, commonSentences.unexpected)}</Notice>}
      <TextInput
        label="Company name"
        isRequired
        autoComplete="organization"
        maxLength={companyLimits.name}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextInput
        label="Domain"
        placeholder="example.com"
        autoComplete="off"
        maxLength={companyLimits.domain}
        error={errors.domain?.message}
        {...form.register('domain')}
      />
      <Controller
        control={form.control}
        name="timeZone"
        render={({ field: { value = 'UTC', onChange } }) => (
          <TimeZoneSelect value={value} onChange={onChange} />
        )}
      />
      <Button
        type="submit"
        variant="primary"
        isBusy={change.isPending}
        isDisabled={!isDirty && !change.isPending}
        className="self-start"
      >
        Save company
      </Button>
      <UnsavedChangesGuard isDirty={isDirty && !change.isPending} question="You have unsaved changes." />
    </Form>
  )
}
