import type { RefObject } from 'react'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Panel } from '../ui/Panel.tsx'
import { usePreChatForm } from './queries.ts'

type Props = {
  trigger: RefObject<HTMLButtonElement | null>
  sessionId: string
  visitor: string
  onSend: () => void
  onClose: () => void
}

/** Shows what the visitor will be asked for, and sends the form. */
export function FormPopover({ trigger, sessionId, visitor, onSend, onClose }: Props) {
  const form = usePreChatForm(sessionId)
  const fields = form.data?.fields ?? []
  const missing = fields.filter((field) => !field.isProvided)
  const isComplete = missing.length === 0
  return (
    <Panel label="Send form" trigger={trigger} onClose={onClose} placement="top start">
      <div className="flex w-[min(320px,calc(100vw-32px))] flex-col gap-3 p-4 text-body">
        {form.isError && <Notice>The form couldn't be loaded.</Notice>}
        {form.isPending && <Skeleton className="h-16" />}
        {form.data?.isRequested && <p>The form is already open in the visitor's chat.</p>}
        {form.data && !form.data.isRequested && (
          <>
            {isComplete ? (
              <p>
                <bdi>{visitor}</bdi> has already answered this form. If you send it again, they can correct
                their details.
              </p>
            ) : (
              <p>
                <bdi>{visitor}</bdi> will be asked for:
              </p>
            )}
            <Fields fields={isComplete ? fields : missing} />
            {!isComplete && missing.length < fields.length && (
              <p className="text-small text-ink-2">
                Already provided:{' '}
                {fields.flatMap(({ isProvided, label }) => (isProvided ? label : [])).join(', ')}
              </p>
            )}
          </>
        )}
        <div className="flex justify-end gap-2">
          <Button size="compact" onPress={onClose}>
            {form.data?.isRequested ? 'Close' : 'Cancel'}
          </Button>
          {form.isError && (
            <Button size="compact" variant="primary" onPress={() => form.refetch()}>
              Try again
            </Button>
          )}
          {!form.isError && !form.data?.isRequested && (
            <Button size="compact" variant="primary" isBlocked={!form.data} onPress={onSend}>
              {form.data && isComplete ? 'Send again' : 'Send'}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}

type Field = { name: string; label: string; required: boolean }

function Fields({ fields }: { fields: Field[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {fields.map(({ name, label, required }) => (
        <li key={name} className="flex items-baseline justify-between gap-3">
          <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
            {label}
          </span>
          <span className="text-small text-ink-2">{required ? 'Required' : 'Optional'}</span>
        </li>
      ))}
    </ul>
  )
}
