import type { FormEvent } from 'react'
import { useId, useState } from 'react'
import { type ChatActions, type ChatState, getVisibleMessages } from '../chat/state.ts'
import { getAvailability } from '../kit/availability.ts'
import { useAttempt } from '../kit/use-attempt.ts'
import { words } from '../kit/words.ts'
import { toFormField, validateField } from './prechat.ts'

export type LeaveEmailProps = { state: ChatState; isInert: boolean; onSubmit: ChatActions['submitEmail'] }

/** Says when the team is back, and asks for an address in one line. */
export function LeaveEmail({ state, isInert, onSubmit }: LeaveEmailProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const { isBusy, failure, attempt } = useAttempt()
  const email = typed ?? getKnownEmail(state)

  function submit(event: FormEvent) {
    event.preventDefault()
    const field = toFormField({ key: 'email', name: 'email', label: '', required: true })
    const address = email.trim()
    if (!isInert) attempt(async () => validateField(field, address) ?? onSubmit(address))
  }

  return (
    <form className="leave-email" noValidate onSubmit={submit}>
      <label htmlFor={id}>{[getAvailability(state), words.leaveEmail].filter(Boolean).join(' · ')}</label>
      <p className="row">
        <input
          id={id}
          type="email"
          autoComplete="email"
          maxLength={200}
          placeholder={words.fieldEmail}
          aria-invalid={failure !== null}
          aria-describedby={failure ? `${id}-problem` : undefined}
          dir={email ? 'auto' : undefined}
          value={email}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit" className="primary" aria-busy={isBusy}>
          {words.send}
        </button>
      </p>
      {failure && (
        <span className="bad" id={`${id}-problem`} role="alert">
          {failure}
        </span>
      )}
    </form>
  )
}

function getKnownEmail(state: ChatState): string {
  const given = getVisibleMessages(state).findLast(({ meta }) => meta.fields?.email)
  return given?.meta.fields?.email ?? state.pageContact.email ?? state.contact.email ?? ''
}
