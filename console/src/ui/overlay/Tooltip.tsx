import clsx from 'clsx'
import type { ReactElement, RefObject } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

const tooltipStyles =
  'z-[70] max-w-64 animate-fade wrap-anywhere rounded-control bg-ink px-2 py-1 text-caption text-surface shadow-menu'

/** Wraps one focusable React Aria element. Shows its text on hover and on focus. */
export function Tooltip({ text, children }: { text: string | null; children: ReactElement }) {
  if (!text) return children
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      {children}
      <AriaTooltip offset={6} className={tooltipStyles}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}

type HintProps = {
  text: string | undefined
  isOpen: boolean
  /** The visible part of the children. */
  trigger: RefObject<HTMLElement | null>
  children: ReactElement
}

/** A tooltip for an element that is focused in a hidden part, like a switch. Its owner decides when it is open. */
export function HintTooltip({ text, isOpen, trigger, children }: HintProps) {
  if (!text) return children
  return (
    <TooltipTrigger isOpen={isOpen}>
      {children}
      <AriaTooltip
        triggerRef={trigger}
        offset={6}
        className={clsx(tooltipStyles, '[animation-delay:500ms] [animation-fill-mode:backwards]')}
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
