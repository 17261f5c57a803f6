const pauseMs = 1000

/**
 * Detects that the field with the focus was removed from the page, for example because a colleague erased the visitor.
 * The focus then moves to another element, where the rest of the sentence would run shortcuts.
 */
export function watchRemovedField(now: () => number = Date.now) {
  let field: Element | null = null
  let ignoredUntil = 0
  // Not all browsers fire an event when the element with the focus is removed.
  const observer = new MutationObserver(checkField)

  function checkField() {
    if (!field || field.isConnected) return
    clearField()
    ignoredUntil = now() + pauseMs
  }

  function clearField() {
    field = null
    observer.disconnect()
  }

  function onFocusIn({ target }: FocusEvent) {
    clearField()
    if (!isEditable(target)) return
    field = target
    // The rest of the sentence is written there.
    ignoredUntil = 0
    observer.observe(document, { childList: true, subtree: true })
  }

  function onFocusOut() {
    // In Chromium this event also precedes a removal, which is complete when the microtask runs.
    const left = field
    queueMicrotask(() => {
      if (field === left && left?.isConnected && document.activeElement !== left) clearField()
    })
  }

  document.addEventListener('focusin', onFocusIn)
  document.addEventListener('focusout', onFocusOut)
  return {
    /** Whether a key press belongs to the removed field: until a second has passed without one. */
    ownsKeyPress(): boolean {
      checkField()
      if (now() >= ignoredUntil) return false
      ignoredUntil = now() + pauseMs
      return true
    },
    stop() {
      clearField()
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('focusout', onFocusOut)
    },
  }
}

export function isEditable(target: EventTarget | null): target is HTMLElement {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, option'))
  )
}
