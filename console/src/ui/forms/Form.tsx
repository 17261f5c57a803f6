import { type FocusEvent, type FormEvent, type FormHTMLAttributes, useEffect, useRef } from 'react'
import { phoneQuery } from '../../kit/browser/use-media-query.ts'
import { ApiError } from '../../kit/http/api-error.ts'

const fields = ':is(input, textarea, select):not([type=hidden], [type=file], [readonly], :disabled)'

type Props = Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit' | 'onBlurCapture' | 'onInputCapture'> & {
  /** Returns the promise of what it sends, so that the form is locked until the answer has arrived. */
  onSubmit: (event: FormEvent) => unknown
  isBusy?: boolean
  /** False for a form that is a small part of its page. */
  hasInitialFocus?: boolean
}

/**
 * The element of every form. Ignores a submit while another one is in progress: a double click, or Enter pressed twice,
 * would store twice, because the busy state is on the screen only after the validation. When it appears, its first field takes
 * the focus, except on phones, where the on-screen keyboard would cover the form.
 */
export function Form({ onSubmit, isBusy = false, hasInitialFocus = true, ...rest }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const isLocked = useRef(false)
  const isSubmitted = useRef(false)

  useEffect(() => {
    if (!hasInitialFocus || window.matchMedia(phoneQuery).matches) return
    form.current?.querySelector<HTMLElement>(fields)?.focus()
  }, [hasInitialFocus])

  // The first invalid field after a submit takes the focus. Errors may come with a later render, such as those of the server.
  useEffect(() => {
    const invalid = isSubmitted.current && form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (!invalid) return
    isSubmitted.current = false
    invalid.focus()
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || isLocked.current) return
    isLocked.current = true
    isSubmitted.current = true
    try {
      await onSubmit(event)
    } catch (error) {
      // The form itself shows the failure of its request.
      if (!(error instanceof ApiError)) throw error
    } finally {
      isLocked.current = false
    }
    requestAnimationFrame(() => restoreFocus(form.current))
  }

  return (
    <form
      ref={form}
      noValidate
      {...rest}
      onInputCapture={() => {
        isSubmitted.current = false
      }}
      onBlurCapture={skipValidation}
      onSubmit={submit}
    />
  )
}

/**
 * An error message that appears when the focus leaves a field would shift a link, or a button below an empty field, away from the
 * pointer. A button of the form validates on submit.
 */
function skipValidation(event: FocusEvent) {
  const { target, relatedTarget } = event
  const isEmpty = target.matches('.field') && (target as HTMLInputElement).value === ''
  if (relatedTarget?.matches('a') || (isEmpty && relatedTarget?.matches('button'))) event.stopPropagation()
}

/**
 * A submit button that is disabled after the submit loses the focus. In a dialog that stays open, Escape would do nothing then,
 * so the first field takes it.
 */
function restoreFocus(form: HTMLFormElement | null) {
  if (document.activeElement !== document.body || !form?.closest('[role=dialog]')) return
  form.querySelector<HTMLElement>(fields)?.focus()
}
