export type EventName = 'ready' | 'open' | 'close' | 'unread' | 'message' | 'error' | 'shutdown'
type Listener = (data: unknown) => void

/** The event listeners of the page, which it adds with `on` and removes with `off`. */
export function createPageEvents() {
  let listeners: [string, Listener][] = []
  return {
    on(name: string, listener: Listener) {
      listeners = [...listeners, [name, listener]]
    },
    off(name: string, listener: Listener) {
      const removed = listeners.find((one) => one[0] === name && one[1] === listener)
      listeners = listeners.filter((one) => one !== removed)
    },
    emit(name: EventName, data?: unknown) {
      for (const [eventName, listener] of listeners) {
        if (eventName !== name) continue
        try {
          listener(data)
        } catch (error) {
          // An exception in a listener is reported to the page and does not stop the others.
          reportError(error)
        }
      }
    },
  }
}

export type PageEvents = ReturnType<typeof createPageEvents>
