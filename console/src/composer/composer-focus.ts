/** The conversation whose composer is to have the focus, until it has. */
let wished: string | null = null
let here: { sessionId: string; focus: () => void } | null = null

/** Somebody wants to write in a conversation, which may have to be opened first. */
export function wishToCompose(sessionId: string) {
  wished = sessionId
  grant()
}

/** Offers a conversation's composer; answers the function that takes it back. */
export function onComposeWish(sessionId: string, focus: () => void) {
  const mine = { sessionId, focus }
  here = mine
  grant()
  return () => {
    if (here === mine) here = null
  }
}

function grant() {
  if (!wished || here?.sessionId !== wished) return
  wished = null
  here.focus()
}
