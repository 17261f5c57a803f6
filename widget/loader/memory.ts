/** The page's own storage, which may be full, blocked or absent. */
export function recall(kind: 'localStorage' | 'sessionStorage', name: string): boolean {
  try {
    return window[kind].getItem(name) === '1'
  } catch {
    return false
  }
}

export function remember(kind: 'localStorage' | 'sessionStorage', name: string, isTrue: boolean) {
  try {
    if (isTrue) window[kind].setItem(name, '1')
    else window[kind].removeItem(name)
  } catch {
    // Without storage the widget only forgets.
  }
}
