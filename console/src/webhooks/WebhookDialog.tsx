import {
  type Webhook,
  type WebhookEvent,
  webhookEventLabels,
  webhookEvents,
  webhookLimits,
  webhookRoutes,
  webhookSentences,
} from '@aichat/contracts/company/webhooks'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { ApiError, errorMessage } from '../kit/http/api-error.ts'
import { Notice } from '../ui/feedback/Notice.tsx'
import { CheckboxGroup } from '../ui/forms/CheckboxGroup.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { FormDialog } from '../ui/overlay/FormDialog.tsx'
import { useAddWebhook, useUpdateWebhook } from './queries.ts'
import { WebhookSecret } from './WebhookSecret.tsx'

const items = webhookEvents.map((event) => ({
  value: event,
  label: event,
  detail: webhookEventLabels[event],
}))

type Props = {
  /** The webhook to edit; without it a new one is added. */
  webhook?: Webhook
  onClose: () => void
}

/** Adds or edits a webhook. A new webhook then shows its secret once. */
export function WebhookDialog({ webhook, onClose }: Props) {
  const add = useAddWebhook()
  const change = useUpdateWebhook(webhook?.id ?? '')
  const { error, isPending } = webhook ? change : add
  const form = useForm({
    resolver: zodResolver(webhookRoutes.add.body),
    defaultValues: { url: webhook?.url ?? '', events: webhook?.events ?? ([] as WebhookEvent[]) },
    mode: 'onTouched',
  })
  const { errors, isDirty } = form.formState
  const serverErrors = error instanceof ApiError ? error.fields : []
  const getServerError = (field: string) => serverErrors.find((one) => one.field === field)?.message
  const save = form.handleSubmit((values) =>
    webhook
      ? change.mutateAsync({ ...values, isEnabled: webhook.isEnabled }, { onSuccess: onClose })
      : add.mutateAsync(values),
  )
  if (add.data) return <WebhookSecret secret={add.data.secret} onClose={onClose} />
  return (
    <FormDialog
      title={webhook ? 'Edit webhook' : 'Add webhook'}
      submit={webhook ? 'Save' : 'Add webhook'}
      onClose={onClose}
      onSubmit={save}
      isBusy={isPending}
      isDirty={isDirty && !isPending}
    >
      {error && serverErrors.length === 0 && (
        <Notice>{errorMessage(error, webhookSentences.saveFailed)}</Notice>
      )}
      <TextInput
        label="Endpoint URL"
        hint="We send events to this URL as signed JSON in POST requests."
        isRequired
        type="url"
        inputMode="url"
        placeholder="https://example.com/hooks"
        autoComplete="off"
        maxLength={webhookLimits.url}
        error={errors.url?.message ?? getServerError('url')}
        {...form.register('url')}
      />
      <Controller
        control={form.control}
        name="events"
        render={({ field }) => (
          <CheckboxGroup
            label="Events"
            items={items}
            chosen={field.value}
            onChange={field.onChange}
            error={errors.events?.message}
          />
        )}
      />
    </FormDialog>
  )
}
