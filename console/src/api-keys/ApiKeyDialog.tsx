import { apiKeyLimits, apiKeyRoutes, apiKeySentences } from '@aichat/contracts/company/api-keys'
import { type ApiScope, apiScopes, scopeLabels } from '@aichat/contracts/company/scopes'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { errorMessage } from '../kit/http/api-error.ts'
import { Notice } from '../ui/feedback/Notice.tsx'
import { CheckboxGroup } from '../ui/forms/CheckboxGroup.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { FormDialog } from '../ui/overlay/FormDialog.tsx'
import { SecretDialog } from '../ui/overlay/SecretDialog.tsx'
import { useAddApiKey } from './queries.ts'

const items = apiScopes.map((scope) => ({ value: scope, label: scope, detail: scopeLabels[scope] }))

/** Creates a key, then shows it once. */
export function ApiKeyDialog({ onClose }: { onClose: () => void }) {
  const add = useAddApiKey()
  const form = useForm({
    resolver: zodResolver(apiKeyRoutes.add.body),
    defaultValues: { name: '', scopes: [] as ApiScope[] },
    mode: 'onTouched',
  })
  const { errors, isDirty } = form.formState
  if (add.data) {
    return (
      <SecretDialog title="New API key" noun="Key" secret={add.data.key} onClose={onClose}>
        Copy the key now and store it securely. You won't be able to see it again.
      </SecretDialog>
    )
  }
  return (
    <FormDialog
      title="Create API key"
      submit="Create key"
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => add.mutateAsync(values))}
      isBusy={add.isPending}
      isDirty={isDirty && !add.isPending}
    >
      {add.error && <Notice>{errorMessage(add.error, apiKeySentences.addFailed)}</Notice>}
      <TextInput
        label="Name"
        hint="Describes what the key is for. Visitors see it on messages sent with this key."
        isRequired
        autoComplete="off"
        maxLength={apiKeyLimits.name}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <Controller
        control={form.control}
        name="scopes"
        render={({ field }) => (
          <CheckboxGroup
            label="Scopes"
            items={items}
            chosen={field.value}
            onChange={field.onChange}
            error={errors.scopes?.message}
          />
        )}
      />
    </FormDialog>
  )
}
