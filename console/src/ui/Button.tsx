import clsx from 'clsx'
import type { ReactNode, Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { type ButtonSize, type ButtonVariant, buttonStyles } from './button-styles.ts'
import { Spinner } from './Spinner.tsx'

type Props = {
  children: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  type?: 'button' | 'submit'
  onPress?: () => void
  /** Called instead of `onPress` while Alt is held. */
  onAltPress?: () => void
  isBusy?: boolean
  isDisabled?: boolean
  /** Looks disabled and does nothing, but stays focusable so that its tooltip can explain why. */
  isBlocked?: boolean
  autoFocus?: boolean
  className?: string
  label?: string
  isPressed?: boolean
  isExpanded?: boolean
  form?: string
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  children,
  variant = 'secondary',
  size = 'default',
  icon,
  type = 'button',
  onPress,
  onAltPress,
  isBusy,
  isBlocked,
  className,
  label,
  isPressed,
  isExpanded,
  ...rest
}: Props) {
  const isInert = isBlocked || isBusy
  return (
    <AriaButton
      {...rest}
      // A busy button must not submit the form again, by a second press or by Enter in a field.
      type={isBusy ? 'button' : type}
      aria-label={label}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      aria-disabled={isInert || undefined}
      // React Aria's Button drops aria-busy.
      render={(button) => <button {...button} aria-busy={isBusy || undefined} />}
      onPress={isInert ? undefined : ({ altKey }) => (altKey && onAltPress ? onAltPress() : onPress?.())}
      className={clsx(
        buttonStyles({ variant, size }),
        isBlocked && 'cursor-not-allowed opacity-55',
        className,
      )}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </AriaButton>
  )
}
