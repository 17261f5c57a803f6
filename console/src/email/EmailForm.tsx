import {
  type EmailSettings,
  emailLimits,
  emailRoutes,
  emailSentences,
  replyEmailLimits,
} from '@aichat/contracts/company/email'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { errorMessage } from '../kit/http/api-error.ts'
import { useCompany } from '../kit/http/auth-storage.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { Form } from '../ui/forms/Form.tsx'
import { Switch } from '../ui/forms/Switch.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { UnsavedChangesGuard } from '../ui/forms/UnsavedChangesGuard.tsx'
import { useSaveEmailSettings } from './queries.ts'

const { minutesBetween, perDay } = replyEmailLimits

export function EmailForm({ settings }: { settings: EmailSettings }) {
  const company = useCompany()
  const save = useSaveEmailSettings()
  const form = useForm({
    resolver: zodResolver(emailRoutes.update.body),
    defaultValues: toValues(settings),
    mode: 'onTouched',
  })
  const { errors, isDirty } = form.formState
  const senderName = form.watch('senderName')?.trim() || company?.name || ''
  const onSubmit = form.handleSubmit((values) => {
    const typed = JSON.stringify(form.getValues())
    return save.mutateAsync(values, {
      onSuccess: (saved) => {
        // Text that was typed in the meantime stays.
        const isEdited = JSON.stringify(form.getValues()) !== typed
        form.reset(toValues(saved), { keepValues: isEdited })
        toast('Email settings saved')
      },
    })
  })
  return (
    <Form hasInitialFocus={false} isBusy={save.isPending} onSubmit={onSubmit} className="flex flex-col gap-4">
      {!settings.isAvailable && (
        <Notice tone="info">
          This installation can't send email yet. Ask your administrator to set it up. Your settings apply
          from then on.
        </Notice>
      )}
      {save.error && <Notice>{errorMessage(save.error, emailSentences.saveFailed)}</Notice>}
      <div className="flex flex-col gap-1">
        <Controller
          control={form.control}
          name="sendsReplies"
          render={({ field: { value = false, onChange } }) => (
            <Switch isSelected={value} onChange={onChange}>
              Email answers to visitors who are away
            </Switch>
          )}
        />
        <p className="text-ink-2">
          Visitors who left their email address get what your team wrote, with a link back to the
          conversation. AI answers are emailed only to visitors who ask by email. An address gets at most one
          email every {minutesBetween} minutes and {perDay} a day, and can unsubscribe.
        </p>
        {settings.isAvailable && (
          <p className="text-ink-2">
            {settings.readsReplies
              ? 'Visitors can reply by email. Replies appear in the conversation.'
              : "Replies to these emails aren't read. Ask your administrator to connect a mailbox."}
          </p>
        )}
      </div>
      <TextInput
        label="Wait before sending (minutes)"
        hint="How long a visitor must be away"
        inputMode="numeric"
        autoComplete="off"
        error={errors.replyDelayMinutes?.message}
        className="w-28!"
        {...form.register('replyDelayMinutes', { setValueAs: toNumber })}
      />
      <TextInput
        label="Sender name"
        placeholder={company?.name}
        autoComplete="off"
        maxLength={emailLimits.senderName}
        hint={
          settings.senderAddress
            ? `Emails come from ${senderName} <${settings.senderAddress}>.`
            : "Leave it empty to use your company's name."
        }
        error={errors.senderName?.message}
        {...form.register('senderName')}
      />
      <Button
        type="submit"
        variant="primary"
        isBusy={save.isPending}
        isDisabled={!isDirty && !save.isPending}
        className="self-start"
      >
        Save email settings
      </Button>
      <UnsavedChangesGuard isDirty={isDirty && !save.isPending} question="You have unsaved changes." />
    </Form>
  )
}

function toValues({ sendsReplies, replyDelayMinutes, senderName }: EmailSettings) {
  return { sendsReplies, replyDelayMinutes, senderName: senderName ?? '' }
}

/** NaN for anything but digits, which the schema refuses. */
function toNumber(text: unknown): number {
  return /^\d+$/.test(String(text).trim()) ? Number(text) : Number.NaN
}
