import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { type AuthFormOptions, useAuthForm } from './use-auth-form.ts'

type Props<Values extends FieldValues> = AuthFormOptions<Values> & {
  submitLabel: string
  children: (form: Pick<ReturnType<typeof useAuthForm<Values>>, 'field' | 'watch'>) => ReactNode
}

/** The shell of every form before sign-in: error summary, fields and submit button. */
export function AuthForm<Values extends FieldValues>({ submitLabel, children, ...options }: Props<Values>) {
  const { error, summary, isSubmitting, onSubmit, field, watch } = useAuthForm(options)
  return (
    <Form isBusy={isSubmitting} onSubmit={onSubmit} className="flex flex-col gap-4">
      {error && <Notice ref={summary}>{error}</Notice>}
      {children({ field, watch })}
      <Button type="submit" variant="primary" isBusy={isSubmitting} className="mt-2 w-full">
        {submitLabel}
      </Button>
    </Form>
  )
}
