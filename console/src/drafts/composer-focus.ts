type Composer = { sessionId: string; focus: () => void }

/** The conversation whose composer takes the focus as soon as it is mounted. */
let requestedId: string | null = null
let mounted: Composer | null = null

/** Focuses the composer of a conversation, which may have to be opened first. */
export function requestComposerFocus(sessionId: string) {
  requestedId = sessionId
  focusIfRequested()
}

/** Returns the function that unregisters the composer. */
export function registerComposer(sessionId: string, focus: () => void) {
  const composer = { sessionId, focus }
  mounted = composer
  focusIfRequested()
  return () => {
    if (mounted === composer) mounted = null
  }
}

function focusIfRequested() {
  if (!requestedId || mounted?.sessionId !== requestedId) return
  requestedId = null
  mounted.focus()
}
