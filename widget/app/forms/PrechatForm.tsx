import type { PreChatField } from '@aichat/contracts/widget/widget'
import type { FormEvent } from 'react'
import { useId, useRef, useState } from 'react'
import type { Contact } from '../connection/shapes.ts'
import { words } from '../kit/words.ts'
import { type FormField, listFormFields, validateField } from './prechat.ts'

const maxValueLength = 200

export type PrechatFormProps = {
  fields: readonly PreChatField[]
  title: string
  known: Contact
  isInert: boolean
  onSubmit: (values: Record<string, string>) => Promise<string | null>
  /** Null for a form that is required. */
  onSkip: (() => Promise<string | null>) | null
}

export function PrechatForm({ fields, title, known, isInert, onSubmit, onSkip }: PrechatFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<ReadonlyMap<string, string>>(() => new Map(Object.entries(known)))
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  // The fields stay the same while the visitor fills them in, also when the page provides a detail meanwhile.
  const [asked] = useState(() => listFormFields(fields, { isRequired: onSkip === null, contact: known }))
  const answerTo = ({ name }: FormField) => (values.get(name) ?? '').trim()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isInert || isBusy) return
    const found = new Map<string, string>()
    for (const field of asked) {
      const problem = validateField(field, answerTo(field))
      if (problem) found.set(field.name, problem)
    }
    setProblems(found)
    if (found.size > 0) {
      const first = asked.findIndex((field) => found.has(field.name))
      form.current?.querySelectorAll('input')[first]?.focus()
      return
    }
    const given = asked.filter((field) => answerTo(field)).map((field) => [field.name, answerTo(field)])
    if (given.length === 0) setFailure(onSkip ? words.formEmpty : words.formEmptyRequired)
    else perform(() => onSubmit(Object.fromEntries(given)))
  }

  async function perform(work: () => Promise<string | null>) {
    setIsBusy(true)
    setFailure(null)
    setFailure(await work())
    setIsBusy(false)
  }

  return (
    <form className="prechat" ref={form} noValidate onSubmit={submit} aria-label={title}>
      <h2>{title}</h2>
      {asked.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values.get(field.name) ?? ''}
          problem={problems.get(field.name)}
          onChange={(value) => {
            setValues(new Map(values).set(field.name, value))
            const rest = new Map(problems)
            rest.delete(field.name)
            setProblems(rest)
          }}
        />
      ))}
      {failure && (
        <p className="bad" role="alert">
          {failure}
        </p>
      )}
      <button type="submit" className="primary" aria-busy={isBusy}>
        {words.formSubmit}
      </button>
      {onSkip && (
        <button type="button" className="link" disabled={isInert || isBusy} onClick={() => perform(onSkip)}>
          {words.formSkip}
        </button>
      )}
    </form>
  )
}

type FieldProps = {
  field: FormField
  value: string
  problem: string | undefined
  onChange: (value: string) => void
}

function Field({ field, value, problem, onChange }: FieldProps) {
  const id = useId()
  return (
    <p className="field">
      <label htmlFor={id} dir="auto">
        {field.label}
        {!field.isRequired && <span className="optional"> ({words.optional})</span>}
      </label>
      <input
        id={id}
        type={field.type}
        autoComplete={field.autoComplete}
        maxLength={maxValueLength}
        required={field.isRequired}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `${id}-problem`}
        dir={value ? 'auto' : undefined}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {problem && (
        <span className="bad" id={`${id}-problem`}>
          {problem}
        </span>
      )}
    </p>
  )
}
