import type { ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import { Counter } from './Counter.tsx'
import { Field } from './Field.tsx'
import { useCutPaste } from './use-cut-paste.ts'

type Props = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'required'> & {
  label: string
  hint?: ReactNode
  error?: string
  isRequired?: boolean
  /** The current length. Together with maxLength it shows a counter, with `limit` from 90% of it. */
  counted?: number
  /** For a long text instead of maxLength, which would cut a pasted text. The form refuses what is longer. */
  limit?: number
  ref?: Ref<HTMLTextAreaElement>
}

export function TextArea({ label, hint, error, isRequired, counted, limit, rows = 3, ...area }: Props) {
  const cut = useCutPaste(area.maxLength)
  const shownLimit = limit !== undefined && (counted ?? 0) >= limit * 0.9 ? limit : area.maxLength
  const aside =
    counted !== undefined && shownLimit ? <Counter length={counted} limit={shownLimit} /> : undefined
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      isRequired={isRequired}
      aside={aside}
      note={area.maxLength ? cut.note : undefined}
    >
      {(described) => (
        <textarea
          rows={3}
          {...area}
          {...cut.handlers}
          {...described}
          aria-required={isRequired || undefined}
          style={{ minHeight: `${rows * 20 + 16}px` }}
          className="field field-sizing-content max-h-80 resize-y"
        />
      )}
    </Field>
  )
}
