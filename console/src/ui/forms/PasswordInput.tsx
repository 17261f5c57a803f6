import { Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, type KeyboardEvent, type ReactNode, type Ref, useState } from 'react'
import { IconButton } from '../IconButton.tsx'
import { Field } from './Field.tsx'

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string
  hint?: ReactNode
  error?: string
  ref?: Ref<HTMLInputElement>
}

export function PasswordInput({ label, hint, error, ...input }: Props) {
  const [isShown, setShown] = useState(false)
  const [isCapsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field
      label={label}
      hint={isCapsLock ? <span className="text-warn">Caps lock is on</span> : hint}
      error={error}
      isRequired
    >
      {(described) => (
        <div className="relative">
          <input
            {...input}
            {...described}
            aria-required
            onKeyDown={watchCapsLock}
            onKeyUp={watchCapsLock}
            type={isShown ? 'text' : 'password'}
            className="field pe-12"
          />
          <IconButton
            label={isShown ? 'Hide password' : 'Show password'}
            onPress={() => setShown(!isShown)}
            className="absolute inset-y-0 end-0.5 my-auto size-8 touch:size-9"
          >
            <Icon aria-hidden strokeWidth={1.75} />
          </IconButton>
        </div>
      )}
    </Field>
  )
}
