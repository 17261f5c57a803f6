import clsx from 'clsx'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { Counter } from './Counter.tsx'
import { Field } from './Field.tsx'
import { useCutPaste } from './use-cut-paste.ts'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'required'> & {
  label: string
  hint?: ReactNode
  error?: string
  isRequired?: boolean
  counted?: number
  ref?: Ref<HTMLInputElement>
}

export function TextInput({ label, hint, error, isRequired, counted, className, ...input }: Props) {
  const cut = useCutPaste(input.maxLength)
  const aside =
    counted !== undefined && input.maxLength ? (
      <Counter length={counted} limit={input.maxLength} />
    ) : undefined
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      isRequired={isRequired}
      aside={aside}
      note={input.maxLength ? cut.note : undefined}
    >
      {(described) => (
        <input
          {...input}
          {...cut.handlers}
          {...described}
          aria-required={isRequired || undefined}
          className={clsx('field', className)}
        />
      )}
    </Field>
  )
}
