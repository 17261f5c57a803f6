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
  /** In the place of `onPress` while Alt is held. */
  onAltPress?: () => void
  isBusy?: boolean
  isDisabled?: boolean
  /** Looks disabled and does nothing, but can be focused, so that its tooltip can say why. */
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
      // A second press, or Enter in a field, must not send the form again.
      type={isBusy ? 'button' : type}
      aria-label={label}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      aria-disabled={isInert || undefined}
      // React Aria lets no aria-busy through.
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
