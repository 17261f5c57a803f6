import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../ui/IconButton.tsx'
import type { Step } from './order.ts'

type Props = {
  isFirst: boolean
  isLast: boolean
  /** The step that was just made; a new object for each. */
  made: { step: Step } | null
  onStep: (step: Step) => void
}

/** Keeps the focus on the row that moves: the browser loses it when the row's place in the page changes. */
export function MoveButtons({ isFirst, isLast, made, onStep }: Props) {
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: at either end the button that was pressed goes dead
  useEffect(() => {
    if (!made || isFocusElsewhere([up.current, down.current])) return
    const [same, other] = made.step === -1 ? [up, down] : [down, up]
    const button = same.current?.disabled ? other.current : same.current
    button?.focus({ preventScroll: true })
    button?.scrollIntoView({ block: 'nearest' })
  }, [made, isFirst, isLast])
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

/** Moving or disabling a button drops the focus to the body; anywhere else a person has put it. */
function isFocusElsewhere(own: (Element | null)[]): boolean {
  const active = document.activeElement
  return active !== document.body && !own.includes(active)
}
