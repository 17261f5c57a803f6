import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { Side } from './message-groups.ts'

const colors: Record<Side, string> = {
  visitor: 'bg-bubble-visitor text-ink',
  agent: 'bg-bubble-agent text-on-solid',
  ai: 'border border-ai/35 bg-bubble-ai text-bubble-ai-text',
}

type Props = {
  side: Side
  hasTail: boolean
  isFailed?: boolean
  /** On the side on which the visitor sees it. */
  isMirrored?: boolean
  /** Read by screen readers before the content. */
  prefix: string
  /** The target of links to the message. */
  id?: string
  children: ReactNode
}

export function Bubble({ side, hasTail, isFailed, isMirrored = false, prefix, id, children }: Props) {
  const isAtStart = (side === 'visitor') !== isMirrored
  return (
    <div
      id={id}
      className={clsx(
        'max-w-[86%] rounded-dialog px-3.5 py-2 text-body md:max-w-[72%]',
        colors[side],
        isAtStart ? 'self-start' : 'self-end',
        hasTail && (isAtStart ? 'rounded-es-tail' : 'rounded-ee-tail'),
        'data-linked:outline-2 data-linked:outline-offset-2 data-linked:outline-focus',
        isFailed && 'outline-2 outline-offset-1 outline-bad-solid',
      )}
    >
      <span className="sr-only">{prefix}</span>
      {children}
    </div>
  )
}
