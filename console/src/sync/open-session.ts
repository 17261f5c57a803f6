let openId: string | null = null

/** The conversation that is on the screen. */
export function getOpenSessionId() {
  return openId
}

/** Returns the function that marks the conversation as no longer open. */
export function setOpenSession(sessionId: string) {
  openId = sessionId
  return () => {
    if (openId === sessionId) openId = null
  }
}
