type Composer = { sessionId: string; focus: () => void }

/** Focuses the composer of a conversation, which may have to be opened first. */
export function createComposerFocus() {
  /** The conversation whose composer is focused when it mounts. */
  let requestedId: string | null = null
  let mounted: Composer | null = null

  function focusIfRequested() {
    if (!requestedId || mounted?.sessionId !== requestedId) return
    requestedId = null
    mounted.focus()
  }

  return {
    request(sessionId: string) {
      requestedId = sessionId
      focusIfRequested()
    },
    /** Returns the function that unregisters the composer. */
    register(sessionId: string, focus: () => void) {
      const composer = { sessionId, focus }
      mounted = composer
      focusIfRequested()
      return () => {
        if (mounted === composer) mounted = null
      }
    },
  }
}
