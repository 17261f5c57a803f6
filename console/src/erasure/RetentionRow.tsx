import { erasureSentences, type ProjectRetention, retentionLimits } from '@aichat/contracts/company/erasure'
import { useId, useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { Form } from '../ui/forms/Form.tsx'
import { AlertDialog } from '../ui/overlay/AlertDialog.tsx'
import { useSetRetention } from './queries.ts'

/** A number of days; empty keeps conversations forever. A shorter retention must be confirmed. */
export function RetentionRow({ project }: { project: ProjectRetention }) {
  const { id, name, retentionDays } = project
  const save = useSetRetention(id)
  const inputId = useId()
  const [typed, setTyped] = useState(String(retentionDays ?? ''))
  const [error, setError] = useState<string>()
  const [pendingDays, setPendingDays] = useState<number | null>(null)
  const isChanged = typed.trim() !== String(retentionDays ?? '')

  function send(days: number | null) {
    setPendingDays(null)
    save.mutate(days, {
      onSuccess: () => {
        // Text that was typed in the meantime stays.
        setTyped((now) => (now === typed ? String(days ?? '') : now))
        toast(days === null ? `${name} keeps conversations forever` : `Saved for ${name}`)
      },
      onError: (failure) => setError(errorMessage(failure, erasureSentences.saveFailed)),
    })
  }

  function submit() {
    if (!isChanged) return
    if (typed.trim() === '') return send(null)
    const days = /^\d+$/.test(typed.trim()) ? Number(typed) : 0
    if (days < retentionLimits.minDays || days > retentionLimits.maxDays)
      return setError(erasureSentences.days)
    if (retentionDays === null || days < retentionDays) setPendingDays(days)
    else send(days)
  }

  return (
    <li className="py-2">
      <Form
        hasInitialFocus={false}
        onSubmit={submit}
        isBusy={save.isPending}
        className="flex flex-wrap items-center gap-x-3 gap-y-2"
      >
        <label htmlFor={inputId} className="min-w-0 flex-1 basis-48 font-strong wrap-anywhere">
          {name}
        </label>
        <span className="flex items-center gap-2">
          <input
            id={inputId}
            inputMode="numeric"
            placeholder="Forever"
            value={typed}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${inputId}-unit ${inputId}-error`}
            onChange={(event) => {
              setTyped(event.target.value)
              setError(undefined)
            }}
            className="field w-28!"
          />
          <span id={`${inputId}-unit`} className={typed.trim() === '' ? 'sr-only' : 'text-body text-ink-2'}>
            days
          </span>
          <Button type="submit" isBusy={save.isPending} isDisabled={!isChanged} label={`Save for ${name}`}>
            Save
          </Button>
        </span>
      </Form>
      <p id={`${inputId}-error`} role="alert" className="text-bad empty:hidden">
        {error}
      </p>
      <AlertDialog
        title="Delete old conversations"
        question={`Closed and archived conversations in “${name}” without a message for ${pendingDays} ${pendingDays === 1 ? 'day' : 'days'} will be deleted within the hour, and automatically from then on. This action cannot be undone.`}
        confirmLabel="Delete old conversations"
        isOpen={pendingDays !== null}
        onCancel={() => setPendingDays(null)}
        onConfirm={() => send(pendingDays)}
      />
    </li>
  )
}
