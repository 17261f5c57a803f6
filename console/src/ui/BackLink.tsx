import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router'

type Props = {
  to: string
  children: string
  /** Shows only the arrow on phones. */
  isShortOnPhones?: boolean
}

export function BackLink({ to, children, isShortOnPhones }: Props) {
  return (
    <Link
      to={to}
      className="-ms-1.5 inline-flex min-h-7 items-center gap-0.5 rounded-control pe-2 font-strong text-ink-2 hover:text-accent-text touch:min-h-11"
    >
      <ChevronLeft aria-hidden size={18} strokeWidth={1.75} />
      <span className={isShortOnPhones ? 'max-md:sr-only' : undefined}>{children}</span>
    </Link>
  )
}
