export type EventName = 'ready' | 'open' | 'close' | 'unread' | 'message' | 'error' | 'shutdown'
type Listener = (data: unknown) => void

/** Those of the page that asked to hear of something, with `on` and until `off`. */
export function createListeners() {
  const all: [string, Listener][] = []
  return {
    on(name: string, listener: Listener) {
      all.push([name, listener])
    },
    off(name: string, listener: Listener) {
      const index = all.findIndex((one) => one[0] === name && one[1] === listener)
      if (index >= 0) all.splice(index, 1)
    },
    tell(name: EventName, data?: unknown) {
      for (const [wanted, listener] of [...all]) {
        if (wanted !== name) continue
        try {
          listener(data)
        } catch (error) {
          // The page's own mistake is the page's to hear of, and no reason to stop here.
          reportError(error)
        }
      }
    },
  }
}

export type Listeners = ReturnType<typeof createListeners>
