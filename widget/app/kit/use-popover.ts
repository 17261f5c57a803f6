import { useEffect, useRef, useState } from 'react'

/** State of a popover that takes the focus, and closes on Escape or on a click outside. */
export function usePopover() {
  const [isOpen, setIsOpen] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    ref.current?.querySelector<HTMLElement>('.popover button, .popover input')?.focus()
    const closeOnKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // The chat itself closes on the next Escape.
      event.stopImmediatePropagation()
      setIsOpen(false)
      button.current?.focus()
    }
    const closeOnPress = ({ target }: Event) => {
      if (!ref.current?.contains(target as Node)) setIsOpen(false)
    }
    document.addEventListener('keydown', closeOnKey, true)
    document.addEventListener('pointerdown', closeOnPress)
    document.addEventListener('focusin', closeOnPress)
    return () => {
      document.removeEventListener('keydown', closeOnKey, true)
      document.removeEventListener('pointerdown', closeOnPress)
      document.removeEventListener('focusin', closeOnPress)
    }
  }, [isOpen])

  return {
    isOpen,
    ref,
    button,
    toggle: () => setIsOpen(!isOpen),
    close() {
      setIsOpen(false)
      button.current?.focus()
    },
  }
}
