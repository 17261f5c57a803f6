import { type BusinessHours, hoursSentences } from '@aichat/contracts/company/hours'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { Form } from '../ui/forms/Form.tsx'
import { UnsavedChangesGuard } from '../ui/forms/UnsavedChangesGuard.tsx'
import { HoursFields } from './HoursFields.tsx'
import { type DraftErrors, fromDraft, type HoursDraft, toDraft, validateDraft } from './hours-draft.ts'
import { useSaveHours } from './queries.ts'

type Props = {
  projectId: string | null
  stored: BusinessHours | null
  /** What the form starts with when there are no hours yet. */
  template: BusinessHours
  emptyText: { title: string; detail: string }
}

export function HoursForm({ projectId, stored, template, emptyText }: Props) {
  const save = useSaveHours(projectId)
  const [draft, setDraft] = useState<HoursDraft | null>(stored && toDraft(stored))
  const [errors, setErrors] = useState<DraftErrors>(new Map())
  const storedText = stored && JSON.stringify(toDraft(stored))
  const isDirty = draft !== null && JSON.stringify(draft) !== storedText

  if (!draft) {
    return (
      <EmptyState
        icon={Clock}
        title={emptyText.title}
        action={
          <Button variant="primary" onPress={() => setDraft(toDraft(template))}>
            {projectId ? 'Use different hours' : 'Set business hours'}
          </Button>
        }
      >
        {emptyText.detail}
      </EmptyState>
    )
  }

  function submit() {
    if (!draft || !isDirty) return
    const found = validateDraft(draft)
    setErrors(found)
    if (found.size > 0) return
    const hours = fromDraft(draft)
    save.mutate(hours, {
      onSuccess: () => {
        // Text that was typed in the meantime stays.
        setDraft((now) => (now === draft ? toDraft(hours) : now))
        toast('Business hours saved')
      },
    })
  }

  function remove() {
    if (!stored) return setDraft(null)
    const restore = () => save.mutate(stored, { onSuccess: () => setDraft(toDraft(stored)) })
    save.mutate(null, {
      onSuccess: () => {
        setDraft(null)
        toast('Business hours removed', { action: { label: 'Undo', onPress: restore } })
      },
    })
  }

  return (
    <Form hasInitialFocus={false} onSubmit={submit} isBusy={save.isPending} className="flex flex-col gap-6">
      {save.error && <Notice>{errorMessage(save.error, hoursSentences.saveFailed)}</Notice>}
      {errors.size > 0 && <Notice>Correct the marked fields to save.</Notice>}
      <HoursFields draft={draft} errors={errors} onChange={(part) => setDraft({ ...draft, ...part })} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isBusy={save.isPending} isDisabled={!isDirty}>
          Save hours
        </Button>
        <Button onPress={remove} isDisabled={save.isPending}>
          {projectId ? 'Use the hours of all projects' : 'Remove hours'}
        </Button>
      </div>
      <UnsavedChangesGuard isDirty={isDirty && !save.isPending} question="You have unsaved changes." />
    </Form>
  )
}
