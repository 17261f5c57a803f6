type Kind = 'localStorage' | 'sessionStorage'

/** The page's own storage, which may be full, blocked or absent. */
export function recall(kind: Kind, name: string): string | null {
  try {
    return window[kind].getItem(name)
  } catch {
    return null
  }
}

export function remember(kind: Kind, name: string, text: string | null) {
  try {
    if (text === null) window[kind].removeItem(name)
    else window[kind].setItem(name, text)
  } catch {
    // Without storage the widget only forgets.
  }
}
