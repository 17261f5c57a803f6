/** Times in milliseconds; layout shift has no unit. */
export type LoadMetrics = { firstPaint: number; largestPaint: number; blocked: number; layoutShift: number }
export type ScrollMetrics = { frames: number; median: number; p99: number; longest: number }

/** Runs before the page's scripts: collects the browser's performance entries for `loaded()`. */
export function observeLoad() {
  const loaded = { firstPaint: 0, largestPaint: 0, blocked: 0, layoutShift: 0 }
  const watch = (
    type: string,
    handle: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
  ) => new PerformanceObserver((list) => list.getEntries().forEach(handle)).observe({ type, buffered: true })
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') loaded.firstPaint = entry.startTime
  })
  watch('largest-contentful-paint', (entry) => {
    loaded.largestPaint = entry.startTime
  })
  watch('longtask', (entry) => {
    loaded.blocked += Math.max(0, entry.duration - 50)
  })
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) loaded.layoutShift += entry.value ?? 0
  })
  Object.assign(window, { loaded: () => loaded })
}

/** Runs in the page: scrolls its content from top to bottom, one step per frame, and measures the frames. */
export async function measureScroll(): Promise<ScrollMetrics> {
  const step = 60
  const content = document.querySelector('main')!
  const frameTimes: number[] = []
  let last = await new Promise<number>(requestAnimationFrame)
  while (content.scrollTop + content.clientHeight < content.scrollHeight - 1) {
    content.scrollTop += step
    const now = await new Promise<number>(requestAnimationFrame)
    frameTimes.push(now - last)
    last = now
  }
  frameTimes.sort((one, other) => one - other)
  const at = (share: number) =>
    frameTimes[Math.min(frameTimes.length - 1, Math.floor(frameTimes.length * share))] as number
  return { frames: frameTimes.length, median: at(0.5), p99: at(0.99), longest: at(1) }
}
