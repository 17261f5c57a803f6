import { authLimits } from '@aichat/contracts/company/auth'
import type { ComponentProps } from 'react'
import { PasswordInput } from '../ui/forms/PasswordInput.tsx'

type Props = Omit<ComponentProps<typeof PasswordInput>, 'hint' | 'autoComplete'> & { typed: string }

/** A password field that shows the minimum length and ticks it off. */
export function NewPasswordInput({ typed, ...input }: Props) {
  const isLongEnough = typed.length >= authLimits.passwordMin
  return (
    <PasswordInput
      {...input}
      autoComplete="new-password"
      hint={
        input.error ? undefined : (
          <span className={isLongEnough ? 'text-ok' : undefined}>
            {isLongEnough ? '✓ ' : ''}At least {authLimits.passwordMin} characters
          </span>
        )
      }
    />
  )
}
