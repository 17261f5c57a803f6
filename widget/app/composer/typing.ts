const sendIntervalMs = 3_000
const idleTimeoutMs = 5_000

export type Typing = { noteInput(): void; stop(): void }

/** Reports typing at most every 3 s, and once that it has stopped. */
export function createTyping(onChange: (isTyping: boolean) => void, now: () => number): Typing {
  let sentAt: number | null = null
  let idle: ReturnType<typeof setTimeout> | undefined

  function stop() {
    clearTimeout(idle)
    if (sentAt === null) return
    sentAt = null
    onChange(false)
  }

  return {
    noteInput() {
      clearTimeout(idle)
      idle = setTimeout(stop, idleTimeoutMs)
      if (sentAt !== null && now() - sentAt < sendIntervalMs) return
      sentAt = now()
      onChange(true)
    },
    stop,
  }
}
