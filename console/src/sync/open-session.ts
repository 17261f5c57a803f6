let open: string | null = null

export function openSessionId() {
  return open
}

/** Answers the function that closes it again. */
export function openSession(sessionId: string) {
  open = sessionId
  return () => {
    if (open === sessionId) open = null
  }
}
