import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonLook, type Look, type Size } from './button-look.ts'

type Props = {
  to: string
  children: ReactNode
  look?: Look
  size?: Size
  icon?: ReactNode
  className?: string
}

export function LinkButton({ to, children, look, size, icon, className }: Props) {
  return (
    <Link to={to} className={clsx(buttonLook({ look, size }), className)}>
      {icon}
      {children}
    </Link>
  )
}
