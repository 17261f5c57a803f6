import { type FormEvent, type FormHTMLAttributes, useRef } from 'react'
import { ApiError } from '../kit/api-error.ts'

type Props = Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> & {
  /** Returns the promise of what it sends, so that the form is locked until the answer has arrived. */
  onSubmit: (event: FormEvent) => unknown
  isBusy?: boolean
}

/**
 * The element of every form. Ignores a submit while another one is in progress: a double click, or Enter pressed twice,
 * would store twice, because the busy state is on the screen only after the validation.
 */
export function Form({ onSubmit, isBusy = false, ...rest }: Props) {
  const isLocked = useRef(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || isLocked.current) return
    isLocked.current = true
    try {
      await onSubmit(event)
    } catch (error) {
      // The form itself shows the failure of its request.
      if (!(error instanceof ApiError)) throw error
    } finally {
      isLocked.current = false
    }
  }

  return <form noValidate {...rest} onSubmit={submit} />
}
