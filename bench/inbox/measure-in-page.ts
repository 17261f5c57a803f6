export type FrameTimes = { frames: number; median: number; p99: number; longest: number; over50: number }
export type KeyTimes = { count: number; median: number; p95: number; longest: number }

/** Runs in the page: scrolls an element from its middle for a number of frames, as fast as a strong swipe. */
export async function measureScroll({
  selector,
  frames,
}: {
  selector: string
  frames: number
}): Promise<FrameTimes> {
  const box = document.querySelector<HTMLElement>(selector)
  if (!box) throw new Error(`${selector} is not there`)
  const gaps: number[] = []
  box.scrollTop = box.scrollHeight / 2
  await new Promise((resolve) => setTimeout(resolve, 500))
  let last = await new Promise<number>(requestAnimationFrame)
  for (let frame = 0; frame < frames; frame++) {
    // Down and up, so that neither end is reached.
    box.scrollTop += frame % 200 < 100 ? 100 : -100
    const now = await new Promise<number>(requestAnimationFrame)
    gaps.push(now - last)
    last = now
  }
  gaps.sort((one, other) => one - other)
  const at = (share: number) => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * share))] ?? 0
  return {
    frames: gaps.length,
    median: at(0.5),
    p99: at(0.99),
    longest: at(1),
    over50: gaps.filter((gap) => gap > 50).length,
  }
}

/** Runs in the page: measures the time from each key press until the next frame is drawn. */
export function measureKeys() {
  const times: number[] = []
  document.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => times.push(performance.now() - timeStamp)
        port2.postMessage(null)
      })
    },
    { capture: true },
  )
  Object.assign(window, {
    keysTimed() {
      const sorted = times.splice(0).sort((one, other) => one - other)
      const at = (share: number) =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
      return { count: sorted.length, median: at(0.5), p95: at(0.95), longest: at(1) }
    },
  })
}

/** Runs in the page: opens a conversation by its link and measures the time until its text is drawn. */
export async function measureOpening({ id, words }: { id: string; words: string }): Promise<number> {
  const link = document.querySelector<HTMLElement>(`nav[aria-label=Conversations] a[href*="${id}"]`)
  if (!link) throw new Error('The conversation is not listed')
  const startedAt = performance.now()
  link.click()
  while (!document.querySelector('[role=log]')?.textContent?.includes(words)) {
    if (performance.now() - startedAt > 10_000) throw new Error('The conversation was not shown')
    await new Promise(requestAnimationFrame)
  }
  return performance.now() - startedAt
}
