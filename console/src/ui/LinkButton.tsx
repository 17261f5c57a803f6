import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type ButtonSize, type ButtonVariant, buttonStyles } from './button-styles.ts'

type Props = {
  to: string
  children: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  className?: string
}

export function LinkButton({ to, children, variant, size, icon, className }: Props) {
  return (
    <Link to={to} className={clsx(buttonStyles({ variant, size }), className)}>
      {icon}
      {children}
    </Link>
  )
}
