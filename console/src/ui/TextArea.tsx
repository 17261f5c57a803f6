import type { ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import { Counter } from './Counter.tsx'
import { Field } from './Field.tsx'

type Props = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  label: string
  hint?: ReactNode
  error?: string
  /** The current length. Together with maxLength it shows a counter. */
  counted?: number
  ref?: Ref<HTMLTextAreaElement>
}

export function TextArea({ label, hint, error, counted, rows = 3, ...area }: Props) {
  const aside =
    counted !== undefined && area.maxLength ? <Counter length={counted} limit={area.maxLength} /> : undefined
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(described) => (
        <textarea
          rows={3}
          {...area}
          {...described}
          style={{ minHeight: `${rows * 20 + 16}px` }}
          className="field field-sizing-content max-h-80 resize-y"
        />
      )}
    </Field>
  )
}
