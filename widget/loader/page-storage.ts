type StorageKind = 'localStorage' | 'sessionStorage'

/** The page's own storage, which may be full, blocked or missing. */
export function readItem(kind: StorageKind, name: string): string | null {
  try {
    return window[kind].getItem(name)
  } catch {
    return null
  }
}

export function writeItem(kind: StorageKind, name: string, text: string | null) {
  try {
    if (text === null) window[kind].removeItem(name)
    else window[kind].setItem(name, text)
  } catch {
    // Without storage, the value is lost on the next page.
  }
}
