export type EventName = 'ready' | 'open' | 'close' | 'unread' | 'message' | 'error' | 'shutdown'
type Listener = (data: unknown) => void

/** The event listeners of the page, which it adds with `on` and removes with `off`. */
export function createPageEvents() {
  const listeners: [string, Listener][] = []
  return {
    on(name: string, listener: Listener) {
      listeners.push([name, listener])
    },
    off(name: string, listener: Listener) {
      const index = listeners.findIndex((one) => one[0] === name && one[1] === listener)
      if (index >= 0) listeners.splice(index, 1)
    },
    emit(name: EventName, data?: unknown) {
      for (const [eventName, listener] of [...listeners]) {
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
