/** Where the chat keeps things: the browser's storage, or the page around it, or for the time being its memory. */
export type Shelf = {
  read(name: string): string | null
  write(name: string, value: string | null): void
  /** Everything of this widget's. */
  clear(): void
}

export type Kind = 'localStorage' | 'sessionStorage'

/** For a frame without storage of its own: what the page kept for it, and how to have something kept. */
export type Lender = { kept: string | null; keep(kept: string): void }

/**
 * Browsers block the storage of frames of another site, and then the page around it lends its own. What is lost with
 * neither is only remembered until the page goes.
 */
export function createShelf(kind: Kind, publicKey: string, lender: Lender | null): Shelf {
  return isBlocked(kind) ? lentShelf(lender) : ownShelf(kind, publicKey)
}

function ownShelf(kind: Kind, publicKey: string): Shelf {
  const nameOf = (name: string) => `aichat:${publicKey}:${name}`
  return {
    read: (name) => window[kind].getItem(nameOf(name)),
    write(name, value) {
      try {
        if (value === null) window[kind].removeItem(nameOf(name))
        else window[kind].setItem(nameOf(name), value)
      } catch {
        // Full: it is forgotten with the page.
      }
    },
    clear() {
      for (const name of Object.keys(window[kind])) {
        if (name.startsWith(nameOf(''))) window[kind].removeItem(name)
      }
    },
  }
}

function lentShelf(lender: Lender | null): Shelf {
  const kept = readJson(lender?.kept ?? null)
  const items = new Map(
    Object.entries(typeof kept === 'object' && kept !== null ? kept : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
  return {
    read: (name) => items.get(name) ?? null,
    write(name, value) {
      if (value === null) items.delete(name)
      else items.set(name, value)
      lender?.keep(JSON.stringify(Object.fromEntries(items)))
    },
    clear() {
      items.clear()
      lender?.keep('{}')
    },
  }
}

function isBlocked(kind: Kind): boolean {
  try {
    window[kind].setItem('aichat', '')
    window[kind].removeItem('aichat')
    return false
  } catch {
    return true
  }
}

export function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
