import clsx from 'clsx'
import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

type Props = { tone?: 'bad' | 'info'; children: ReactNode; ref?: Ref<HTMLDivElement> }

/** An inline message. Screen readers announce errors immediately. */
export function Notice({ tone = 'bad', children, ref }: Props) {
  const Icon = tone === 'bad' ? CircleAlert : Info
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role={tone === 'bad' ? 'alert' : 'status'}
      className={clsx(
        'flex items-start gap-2 rounded-control px-3 py-2 text-body',
        tone === 'bad' ? 'bg-bad-soft text-bad' : 'bg-accent-soft text-accent-text',
      )}
    >
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  )
}
