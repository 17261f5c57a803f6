import { erasureRoutes, erasureSentences } from '@aichat/contracts/company/erasure'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { FormDialog } from '../ui/overlay/FormDialog.tsx'
import { useEraseByEmail } from './queries.ts'

/** Erases a visitor's data on request, by email. */
export function EraseCard() {
  const erase = useEraseByEmail()
  const [email, setEmail] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(erasureRoutes.eraseByEmail.body),
    defaultValues: { email: '' },
  })
  const { errors } = form.formState
  const { data, error } = erase
  return (
    <Card className="flex flex-col gap-3">
      <div>
        <h2 className="text-title">Erase a visitor</h2>
        <p className="mt-1 max-w-[64ch] text-body text-ink-2">
          Permanently deletes every visitor with this email and all their conversations, in all projects. The
          audit log records the erasure without the email.
        </p>
      </div>
      {data && (
        <Notice tone="info">
          Erased {data.visitors} {data.visitors === 1 ? 'visitor' : 'visitors'} with {data.conversations}{' '}
          {data.conversations === 1 ? 'conversation' : 'conversations'}.
        </Notice>
      )}
      {error && <Notice>{errorMessage(error, erasureSentences.eraseFailed)}</Notice>}
      <Form
        hasInitialFocus={false}
        isBusy={erase.isPending}
        onSubmit={form.handleSubmit((values) => {
          erase.reset()
          setEmail(values.email)
        })}
        className="flex flex-col gap-2 sm:flex-row sm:items-start"
      >
        <div className="min-w-0 flex-1">
          <TextInput
            label="Visitor’s email"
            type="email"
            inputMode="email"
            autoComplete="off"
            error={errors.email?.message}
            {...form.register('email')}
          />
        </div>
        <Button
          type="submit"
          variant="danger-ghost"
          isBusy={erase.isPending}
          className="self-start sm:mt-6.5"
        >
          Erase…
        </Button>
      </Form>
      {email !== null && (
        <ConfirmDialog
          email={email}
          onClose={() => setEmail(null)}
          onConfirm={() => {
            setEmail(null)
            erase.mutate(email, { onSuccess: () => form.reset() })
          }}
        />
      )}
    </Card>
  )
}

type ConfirmProps = { email: string; onClose: () => void; onConfirm: () => void }

/** The email must be typed again, to prevent an accidental erasure. */
function ConfirmDialog({ email, onClose, onConfirm }: ConfirmProps) {
  const [typed, setTyped] = useState('')
  const isSame = typed.trim().toLowerCase() === email.toLowerCase()
  return (
    <FormDialog
      title="Erase permanently"
      submit="Erase"
      onClose={onClose}
      onSubmit={() => isSame && onConfirm()}
      isBlocked={!isSame}
      isDangerous
    >
      <p className="wrap-anywhere">
        This permanently deletes all data of <strong>{email}</strong>. Type the email to confirm.
      </p>
      <TextInput
        label="Type the email"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  )
}
