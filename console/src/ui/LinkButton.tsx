import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Focusable } from 'react-aria-components/Focusable'
import { Link } from 'react-router'
import { type ButtonSize, type ButtonVariant, buttonStyles } from './button-styles.ts'
import { Tooltip } from './overlay/Tooltip.tsx'

type Props = {
  to: string
  children: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  className?: string
  tooltip?: string
}

export function LinkButton({ to, children, variant, size, icon, className, tooltip }: Props) {
  const link = (
    <Link to={to} className={clsx(buttonStyles({ variant, size }), className)}>
      {icon}
      {children}
    </Link>
  )
  return tooltip ? (
    <Tooltip text={tooltip}>
      <Focusable>{link}</Focusable>
    </Tooltip>
  ) : (
    link
  )
}
