import type { ReactNode, RefObject } from 'react'
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
export function FormPopover({ trigger, onClose, ...props }: Props) {
  return (
    <Panel label="Send form" trigger={trigger} onClose={onClose} placement="top start">
      <div className="flex w-[min(320px,calc(100vw-32px))] flex-col gap-3 p-4 text-body">
        <FormState onClose={onClose} {...props} />
      </div>
    </Panel>
  )
}

function FormState({ sessionId, visitor, onSend, onClose }: Omit<Props, 'trigger'>) {
  const { data: form, isError, refetch } = usePreChatForm(sessionId)
  if (isError)
    return (
      <>
        <Notice>The form couldn't be loaded.</Notice>
        <Actions close="Cancel" onClose={onClose}>
          <Button size="compact" variant="primary" onPress={() => refetch()}>
            Try again
          </Button>
        </Actions>
      </>
    )
  if (!form)
    return (
      <>
        <Skeleton className="h-16" />
        <Actions close="Cancel" onClose={onClose} />
      </>
    )
  if (form.isRequested)
    return (
      <>
        <p>
          The form has been sent. <bdi>{visitor}</bdi> hasn't answered it yet.
        </p>
        <Actions close="Close" onClose={onClose} />
      </>
    )
  const missing = form.fields.filter(({ isProvided }) => !isProvided)
  const content =
    missing.length > 0 ? (
      <MissingFields visitor={visitor} fields={form.fields} missing={missing} />
    ) : (
      <CompleteForm visitor={visitor} fields={form.fields} />
    )
  return (
    <>
      {content}
      <Actions close="Cancel" onClose={onClose}>
        <Button size="compact" variant="primary" onPress={onSend}>
          {missing.length > 0 ? 'Send' : 'Send again'}
        </Button>
      </Actions>
    </>
  )
}

function Actions({ close, onClose, children }: { close: string; onClose: () => void; children?: ReactNode }) {
  return (
    <div className="flex justify-end gap-2">
      <Button size="compact" onPress={onClose}>
        {close}
      </Button>
      {children}
    </div>
  )
}

type Field = { name: string; label: string; required: boolean; isProvided: boolean }
type FieldsProps = { visitor: string; fields: Field[] }

function CompleteForm({ visitor, fields }: FieldsProps) {
  return (
    <>
      <p>
        <bdi>{visitor}</bdi> has already answered this form. If you send it again, they can correct their
        details.
      </p>
      <FieldList fields={fields} />
    </>
  )
}

function MissingFields({ visitor, fields, missing }: FieldsProps & { missing: Field[] }) {
  const provided = fields.filter(({ isProvided }) => isProvided)
  return (
    <>
      <p>
        <bdi>{visitor}</bdi> will be asked for:
      </p>
      <FieldList fields={missing} />
      {provided.length > 0 && (
        <p className="text-ink-2">Already provided: {provided.map(({ label }) => label).join(', ')}</p>
      )}
    </>
  )
}

function FieldList({ fields }: { fields: Field[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {fields.map(({ name, label, required }) => (
        <li key={name} className="flex items-baseline justify-between gap-3">
          <span dir="auto" className="min-w-0 font-strong wrap-anywhere">
            {label}
          </span>
          <span className="text-ink-2">{required ? 'Required' : 'Optional'}</span>
        </li>
      ))}
    </ul>
  )
}
