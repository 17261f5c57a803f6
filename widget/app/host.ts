import { type FrameMessage, type HostMessage, hostParameter } from '../protocol.ts'
import { isObject, readText } from './connection/shapes.ts'

export type Host = {
  post(message: FrameMessage): void
  /** Resolves with the first message that confirms the lock, or null if the page does not answer. */
  lock(): Promise<HostMessage | null>
}

const lockTimeoutMs = 12_000

/**
 * Exchanges messages with the loader on the embedding page. The frame's URL names the origin of that page, and the
 * server's frame-ancestors policy decides which pages may embed the frame. Returns null if there is no such page.
 */
export function connectToHost(onMessage: (message: HostMessage) => void): Host | null {
  if (window.parent === window) return null
  const origin = new URLSearchParams(location.search).get(hostParameter) ?? ''
  let onLock = (_: HostMessage) => {}
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== origin) return
    const message = readHostMessage(event.data)
    if (message?.hasLock) onLock(message)
    if (message) onMessage(message)
  })
  function post(message: FrameMessage) {
    try {
      window.parent.postMessage(message, origin)
    } catch {
      // A local file has an opaque origin, so there is no exact target origin to post to.
    }
  }
  return {
    post,
    lock: () =>
      new Promise((resolve) => {
        onLock = resolve
        setTimeout(() => resolve(null), lockTimeoutMs)
        post({ type: 'aichat:lock' })
      }),
  }
}

function readHostMessage(value: unknown): HostMessage | null {
  if (!isObject(value) || value.type !== 'aichat:host') return null
  const page = isObject(value.page) ? value.page : {}
  const visitor = isObject(value.visitor) ? value.visitor : {}
  const kept = isObject(value.kept) ? value.kept : {}
  return {
    type: 'aichat:host',
    isOpen: value.isOpen === true,
    takesFocus: value.takesFocus === true,
    page: {
      url: readText(page.url),
      referrer: readText(page.referrer),
      language: readText(page.language),
    },
    visitor: {
      identity: readText(visitor.identity),
      contact: isObject(visitor.contact) ? visitor.contact : {},
      attributes: isObject(visitor.attributes)
        ? (visitor.attributes as HostMessage['visitor']['attributes'])
        : {},
    },
    isForgetting: value.isForgetting === true,
    hasLock: value.hasLock === true,
    kept: { localStorage: readText(kept.localStorage), sessionStorage: readText(kept.sessionStorage) },
  }
}
