import { type FocusEvent, type ReactNode, useEffect } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { Notice } from '../ui/Notice.tsx'
import { type AuthFormOptions, useAuthForm } from './use-auth-form.ts'

type Props<Values extends FieldValues> = AuthFormOptions<Values> & {
  submitLabel: string
  /** Receives the focus on arrival, except on touch devices, where that would open the on-screen keyboard. */
  firstField?: Path<Values>
  children: (form: Pick<ReturnType<typeof useAuthForm<Values>>, 'field' | 'watch'>) => ReactNode
}

/** The shell of every form before sign-in: error summary, fields and submit button. */
export function AuthForm<Values extends FieldValues>({
  submitLabel,
  firstField,
  children,
  ...options
}: Props<Values>) {
  const { error, summary, isSubmitting, onSubmit, setFocus, field, watch } = useAuthForm(options)
  useEffect(() => {
    if (firstField && window.matchMedia('(pointer: fine)').matches) setFocus(firstField)
  }, [setFocus, firstField])
  return (
    <Form
      isBusy={isSubmitting}
      onSubmit={onSubmit}
      onBlurCapture={firstField ? skipValidationForLinks : undefined}
      className="flex flex-col gap-4"
    >
      {error && <Notice ref={summary}>{error}</Notice>}
      {children({ field, watch })}
      <Button type="submit" variant="primary" isBusy={isSubmitting} className="mt-2 w-full">
        {submitLabel}
      </Button>
    </Form>
  )
}

/** An error message that appears when the focus moves to a link would shift the link away from the pointer. */
function skipValidationForLinks(event: FocusEvent) {
  if (event.relatedTarget instanceof HTMLAnchorElement) event.stopPropagation()
}
