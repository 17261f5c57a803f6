import type { Permission } from '@aichat/contracts/company/permissions'
import clsx from 'clsx'
import type { ReactNode, Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useDenial } from '../kit/permissions.ts'
import { type ButtonSize, type ButtonVariant, buttonStyles } from './button-styles.ts'
import { Spinner } from './feedback/Spinner.tsx'
import { Tooltip } from './overlay/Tooltip.tsx'

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
  /** Blocks the button, with the reason as its tooltip and description, for users without the permission. */
  permission?: Permission
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
  permission,
  className,
  label,
  isPressed,
  isExpanded,
  ...rest
}: Props) {
  const denial = useDenial(permission)
  const isUnavailable = isBlocked || denial !== null
  const isInert = isUnavailable || isBusy
  const button = (
    <AriaButton
      {...rest}
      // A busy button must not submit the form again, by a second press or by Enter in a field.
      type={isBusy ? 'button' : type}
      aria-label={label}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      aria-disabled={isInert || undefined}
      // React Aria's Button drops aria-busy and aria-description.
      render={(button) => (
        <button {...button} aria-busy={isBusy || undefined} aria-description={denial ?? undefined} />
      )}
      onPress={isInert ? undefined : ({ altKey }) => (altKey && onAltPress ? onAltPress() : onPress?.())}
      className={clsx(
        buttonStyles({ variant, size }),
        isUnavailable && 'cursor-not-allowed opacity-55',
        className,
      )}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </AriaButton>
  )
  return denial ? <Tooltip text={denial}>{button}</Tooltip> : button
}
