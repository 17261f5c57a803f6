import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../ui/IconButton.tsx'
import type { Step } from './order.ts'

type Props = {
  isFirst: boolean
  isLast: boolean
  /** The latest move; a new object for each. */
  lastMove: { step: Step } | null
  onStep: (step: Step) => void
}

/** Keeps the focus on the moved row: the browser drops it when the element moves in the document. */
export function MoveButtons({ isFirst, isLast, lastMove, onStep }: Props) {
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pressed button is disabled at either end of the list
  useEffect(() => {
    if (!lastMove || isFocusElsewhere([up.current, down.current])) return
    const [same, other] = lastMove.step === -1 ? [up, down] : [down, up]
    const button = same.current?.disabled ? other.current : same.current
    button?.focus({ preventScroll: true })
    button?.scrollIntoView({ block: 'nearest' })
  }, [lastMove, isFirst, isLast])
  return (
    <>
      <IconButton ref={up} label="Move up" isDisabled={isFirst} onPress={() => onStep(-1)}>
        <ArrowUp aria-hidden strokeWidth={1.75} />
      </IconButton>
      <IconButton ref={down} label="Move down" isDisabled={isLast} onPress={() => onStep(1)}>
        <ArrowDown aria-hidden strokeWidth={1.75} />
      </IconButton>
    </>
  )
}

/** Moving or disabling a button drops the focus to the body. Any other element was focused by the user. */
function isFocusElsewhere(own: (Element | null)[]): boolean {
  const active = document.activeElement
  return active !== document.body && !own.includes(active)
}
