import { type KeyboardEvent, useId, useState } from 'react'

/** `files` lists the names of attached files. */
export type Choice = { key: string; name: string; text: string; files?: string }

export type Completion = {
  id: string
  label: string
  isOpen: boolean
  choices: readonly Choice[]
  active: number
  activeId: string
  choose: (index: number) => void
  /** Returns whether the menu handled the key. */
  onKeyDown: (event: KeyboardEvent) => boolean
}

type Options = {
  label: string
  text: string
  /** Empty while there is nothing to complete. */
  choices: readonly Choice[]
  onChoose: (choice: Choice) => void
}

/** A completion menu for a text field: arrows move, Enter and Tab choose, Escape closes it until the text changes. */
export function useCompletion({ label, text, choices, onChoose }: Options): Completion {
  const id = useId()
  const [active, setActive] = useState(0)
  const [dismissedText, setDismissedText] = useState<string | null>(null)
  const isOpen = choices.length > 0 && dismissedText !== text
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
    else if (event.key === 'Escape') setDismissedText(text)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  return { id, label, isOpen, choices, active: index, activeId: `${id}-${index}`, choose, onKeyDown }
}
