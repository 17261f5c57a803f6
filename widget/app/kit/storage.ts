import { withWebLock } from '../../web-lock.ts'

/** Stores the chat's data in the browser's storage, on the embedding page, or in memory. */
export type StorageAdapter = {
  read(name: string): string | null
  write(name: string, value: string | null): void
  /** Removes everything that belongs to this widget. */
  clear(): void
  /** Runs the work while no other tab of this browser runs it, with what the other tabs have stored. */
  withLock<Result>(work: () => Promise<Result>): Promise<Result>
}

export type StorageKind = 'localStorage' | 'sessionStorage'

/** The embedding page's copy of the items as JSON, and how to save a new one. */
export type HostStorage = {
  items: string | null
  save(items: string): void
  /** Resolves with the items as of now, once no other tab of the page holds the lock. */
  lock(): Promise<string | null>
  unlock(): void
}

/**
 * Browsers block the storage of cross-site frames. The embedding page then stores the items in its own storage. Without
 * either, they last until the page is closed.
 */
export function createStorage(
  kind: StorageKind,
  publicKey: string,
  host: HostStorage | null,
): StorageAdapter {
  return isBlocked(kind) ? createHostProxiedStorage(host) : createBrowserStorage(kind, publicKey, host)
}

function createBrowserStorage(
  kind: StorageKind,
  publicKey: string,
  host: HostStorage | null,
): StorageAdapter {
  const prefix = `aichat:${publicKey}:`
  return {
    read: (name) => window[kind].getItem(prefix + name),
    write(name, value) {
      try {
        if (value === null) window[kind].removeItem(prefix + name)
        else window[kind].setItem(prefix + name, value)
      } catch {
        // The storage is full; the value is lost on the next page.
      }
    },
    clear() {
      for (const key of Object.keys(window[kind])) {
        if (key.startsWith(prefix)) window[kind].removeItem(key)
      }
    },
    withLock: (work) => withWebLock(prefix, work, () => withHostLock(host, work)),
  }
}

function createHostProxiedStorage(host: HostStorage | null): StorageAdapter {
  let items = readItems(host?.items ?? null)
  return {
    read: (name) => items.get(name) ?? null,
    write(name, value) {
      if (value === null) items.delete(name)
      else items.set(name, value)
      host?.save(JSON.stringify(Object.fromEntries(items)))
    },
    clear() {
      items.clear()
      host?.save('{}')
    },
    async withLock(work) {
      if (!host) return work()
      items = readItems(await host.lock())
      try {
        return await work()
      } finally {
        host.unlock()
      }
    },
  }
}

/** The embedding page holds a lock for the frame. */
async function withHostLock<Result>(host: HostStorage | null, work: () => Promise<Result>): Promise<Result> {
  await host?.lock()
  return work().finally(() => host?.unlock())
}

function readItems(json: string | null): Map<string, string> {
  const saved = readJson(json)
  return new Map(
    Object.entries(typeof saved === 'object' && saved !== null ? saved : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}

function isBlocked(kind: StorageKind): boolean {
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
