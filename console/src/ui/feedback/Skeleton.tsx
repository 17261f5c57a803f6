import clsx from 'clsx'

export function Skeleton({ className }: { className: string }) {
  return (
    <div aria-hidden className={clsx('animate-sheen rounded-control bg-sunken dark:bg-hover', className)} />
  )
}
