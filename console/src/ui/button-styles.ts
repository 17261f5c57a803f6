import clsx from 'clsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-ghost'
export type ButtonSize = 'default' | 'compact'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-solid hover:bg-accent-hover active:bg-accent-active border-transparent',
  secondary: 'bg-surface text-ink border-control hover:bg-hover active:bg-selected',
  ghost: 'bg-transparent text-ink-2 border-transparent hover:bg-hover active:bg-selected',
  danger: 'bg-bad-solid text-on-solid border-transparent hover:opacity-90 active:opacity-80',
  'danger-ghost': 'bg-transparent text-ink-2 border-transparent hover:bg-bad-soft hover:text-bad',
}

export function buttonStyles({
  variant = 'secondary',
  size = 'default',
}: {
  variant?: ButtonVariant
  size?: ButtonSize
}) {
  return clsx(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-control border font-strong whitespace-nowrap',
    'transition-colors duration-100 disabled:opacity-55 [&_svg]:shrink-0',
    size === 'default' ? 'control px-3 text-body' : 'compact px-2 text-caption',
    variants[variant],
  )
}
