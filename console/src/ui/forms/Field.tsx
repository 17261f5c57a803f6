import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

type Described = { id: string; 'aria-invalid': boolean | undefined; 'aria-describedby': string | undefined }

type Props = {
  label: string
  hint?: ReactNode
  error?: string
  /** Announced when it appears. */
  note?: string | null
  isRequired?: boolean
  /** Shown at the end of the label's line, for example a counter. */
  aside?: ReactNode
  children: (described: Described) => ReactNode
}

/** A form field with a label, hint and error, connected by ARIA attributes. */
export function Field({ label, hint, error, note, isRequired, aside, children }: Props) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        {/* The star is a pseudo-element, because the label's text is the field's accessible name. */}
        <label
          htmlFor={id}
          className={clsx('text-body font-strong', isRequired && "after:text-bad after:content-['_*'/'']")}
        >
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <div id={`${id}-hint`} className="text-muted">
          {hint}
        </div>
      )}
      {note !== undefined && (
        <p role="status" className="text-warn empty:hidden">
          {note}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-bad">
          <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}
