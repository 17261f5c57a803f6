import { type KeyboardEvent, useId, useState } from 'react'

/** `files` names what comes with it. */
export type Choice = { key: string; name: string; text: string; files?: string }

export type Completion = {
  id: string
  label: string
  isOpen: boolean
  choices: readonly Choice[]
  active: number
  activeId: string
  choose: (index: number) => void
  /** True when the key was meant for the menu. */
  onKeyDown: (event: KeyboardEvent) => boolean
}

type Options = {
  label: string
  text: string
  /** None while nothing is looked for. */
  choices: readonly Choice[]
  onChoose: (choice: Choice) => void
}

/** A menu over a field that keeps the focus: arrows move in it, Enter and Tab choose, Escape closes it for this text. */
export function useCompletion({ label, text, choices, onChoose }: Options): Completion {
  const id = useId()
  const [active, setActive] = useState(0)
  const [closedAt, setClosedAt] = useState<string | null>(null)
  const isOpen = choices.length > 0 && closedAt !== text
  const index = Math.min(active, choices.length - 1)

  function choose(chosen: number) {
    const choice = choices[chosen]
    if (!choice) return
    setActive(0)
    onChoose(choice)
  }

  function onKeyDown(event: KeyboardEvent): boolean {
    if (!isOpen || event.shiftKey || event.ctrlKey || event.metaKey) return false
    if (event.key === 'ArrowDown') setActive((index + 1) % choices.length)
    else if (event.key === 'ArrowUp') setActive((index + choices.length - 1) % choices.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(index)
    else if (event.key === 'Escape') setClosedAt(text)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  return { id, label, isOpen, choices, active: index, activeId: `${id}-${index}`, choose, onKeyDown }
}
