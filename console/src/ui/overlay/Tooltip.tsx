import type { ReactElement } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

/** Wraps one focusable React Aria element. Shows its text on hover and on focus. */
export function Tooltip({ text, children }: { text: string | null; children: ReactElement }) {
  if (!text) return children
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      {children}
      <AriaTooltip
        offset={6}
        className="z-[70] max-w-64 animate-fade rounded-control bg-ink px-2 py-1 text-caption text-surface shadow-menu"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
