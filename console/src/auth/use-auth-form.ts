import { authSentences } from '@aichat/contracts/company/auth'
import { commonSentences } from '@aichat/contracts/kit/common'
import { useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import { ApiError, errorMessage } from '../kit/http/api-error.ts'

export type AuthFormOptions<Values extends FieldValues> = {
  resolver: Resolver<Values, unknown, Values>
  defaultValues: DefaultValues<Values>
  submit: (values: Values) => Promise<unknown>
  /** The error message for a failure that the server did not explain. */
  fallback?: string
}

/** State of a form with credentials. A rejection by the server moves the focus to the error summary. */
export function useAuthForm<Values extends FieldValues>({
  resolver,
  defaultValues,
  submit,
  fallback = commonSentences.unexpected,
}: AuthFormOptions<Values>) {
  const form = useForm<Values, unknown, Values>({ resolver, defaultValues, mode: 'onTouched' })
  const [error, setError] = useState<string | null>(null)
  const [rejectionCount, setRejectionCount] = useState(0)
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (rejectionCount > 0) summary.current?.focus()
  }, [rejectionCount])

  async function send(values: Values) {
    setError(null)
    try {
      await submit(values)
    } catch (failure) {
      if (failure instanceof ApiError) showFieldErrors(failure)
      setError(errorMessage(failure, fallback))
      setRejectionCount((count) => count + 1)
    }
  }

  function showFieldErrors({ fields }: ApiError) {
    for (const { field: name, message } of fields) {
      if (name in form.getValues()) form.setError(name as Path<Values>, { message }, { shouldFocus: true })
    }
  }

  function rejectInvalid() {
    const isAnyBlank = Object.values(form.getValues()).some((value) => String(value ?? '').trim() === '')
    setError(isAnyBlank ? authSentences.fillAll : null)
  }

  const { isDirty, isSubmitting } = form.formState
  return {
    error,
    summary,
    isDirty,
    isSubmitting,
    onSubmit: form.handleSubmit(send, rejectInvalid),
    watch: form.watch,
    /** The props of the input with this name. */
    field: (name: Path<Values>) => ({
      readOnly: isSubmitting,
      error: form.getFieldState(name, form.formState).error?.message,
      ...form.register(name),
    }),
  }
}
