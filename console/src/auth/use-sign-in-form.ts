import { authSentences } from '@aichat/contracts/auth'
import { useEffect, useRef, useState } from 'react'
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError, errorMessage } from '../kit/api-error.ts'

/** What stands above the form, and how a submit sets it. Focus goes there when the server refuses. */
export function useSignInForm<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  submit: (values: Values) => Promise<unknown>,
  fallback: string,
) {
  const [problem, setProblem] = useState<string | null>(null)
  const [refusals, setRefusals] = useState(0)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals > 0) notice.current?.focus()
  }, [refusals])

  async function send(values: Values) {
    setProblem(null)
    try {
      await submit(values)
    } catch (error) {
      if (error instanceof ApiError) markFields(form, error)
      setProblem(errorMessage(error, fallback))
      setRefusals((count) => count + 1)
    }
  }

  function explain(_: FieldErrors<Values>) {
    const isAnyBlank = Object.values(form.getValues()).some((value) => String(value ?? '').trim() === '')
    setProblem(isAnyBlank ? authSentences.fillAll : null)
  }

  return { problem, notice, onSubmit: form.handleSubmit(send, explain) }
}

function markFields<Values extends FieldValues>(form: UseFormReturn<Values>, { fields }: ApiError) {
  for (const { field, message } of fields) {
    if (field in form.getValues()) form.setError(field as Path<Values>, { message }, { shouldFocus: true })
  }
}
