/** The browser's storage where it works; in a frame it is often blocked, and then the page's own memory has to do. */
export type Shelf = { read(name: string): string | null; write(name: string, value: string | null): void }

export function createShelf(kind: 'localStorage' | 'sessionStorage', publicKey: string): Shelf {
  const memory = new Map<string, string>()
  const nameOf = (name: string) => `aichat:${publicKey}:${name}`
  return {
    read(name) {
      try {
        return window[kind].getItem(nameOf(name)) ?? memory.get(name) ?? null
      } catch {
        return memory.get(name) ?? null
      }
    },
    write(name, value) {
      if (value === null) memory.delete(name)
      else memory.set(name, value)
      try {
        if (value === null) window[kind].removeItem(nameOf(name))
        else window[kind].setItem(nameOf(name), value)
      } catch {
        // What was not stored is still in memory.
      }
    },
  }
}

export function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
