type StorageKind = 'localStorage' | 'sessionStorage'

export const storageKey = (publicKey: string, name: string) => `aichat:${publicKey}:${name}`

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

/** Flags that last as long as the tab. */
export function createTabMarks(publicKey: string) {
  return {
    has: (name: string) => readItem('sessionStorage', storageKey(publicKey, name)) !== null,
    set: (name: string, isSet: boolean) =>
      writeItem('sessionStorage', storageKey(publicKey, name), isSet ? '1' : null),
  }
}

/** A chat with a conversation is loaded on each page, so that the visitor notices a reply. */
export const isRunning = (publicKey: string) =>
  readItem('localStorage', storageKey(publicKey, 'running')) !== null

export function setRunning(publicKey: string, running: boolean) {
  writeItem('localStorage', storageKey(publicKey, 'running'), running ? '1' : null)
}

/** Until the frame has deleted the visitor's data, the next frame begins with it. */
export function setForgetting(publicKey: string, isForgetting: boolean) {
  writeItem('localStorage', storageKey(publicKey, 'forget'), isForgetting ? '1' : null)
}

export const isForgetting = (publicKey: string) =>
  readItem('localStorage', storageKey(publicKey, 'forget')) !== null

/** The visitor has signed out of the website: the chat of the next one starts closed. */
export function forgetVisitor(publicKey: string) {
  setForgetting(publicKey, true)
  const marks = createTabMarks(publicKey)
  marks.set('open', false)
  marks.set('closed', false)
}
