const tellEvery = 3_000
const idleAfter = 5_000

export type Typing = { noteInput(): void; stop(): void }

/** Says that the visitor writes at most every 3 s, and once that they stopped. */
export function createTyping(tell: (isTyping: boolean) => void, now: () => number): Typing {
  let toldAt: number | null = null
  let idle: ReturnType<typeof setTimeout> | undefined

  function stop() {
    clearTimeout(idle)
    if (toldAt === null) return
    toldAt = null
    tell(false)
  }

  return {
    noteInput() {
      clearTimeout(idle)
      idle = setTimeout(stop, idleAfter)
      if (toldAt !== null && now() - toldAt < tellEvery) return
      toldAt = now()
      tell(true)
    },
    stop,
  }
}
