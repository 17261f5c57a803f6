/** Milliseconds, and the unitless layout shift. */
export type Loaded = { firstPaint: number; largestPaint: number; blocked: number; layoutShift: number }
export type Scrolled = { frames: number; middle: number; p99: number; longest: number }

/** Runs in the page, before it: gathers what the browser itself reports, and leaves `loaded()` to ask for it. */
export function watchLoad() {
  const loaded = { firstPaint: 0, largestPaint: 0, blocked: 0, layoutShift: 0 }
  const watch = (
    type: string,
    take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
  ) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
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

/** Runs in the page: scrolls its content from top to bottom, a step in each frame, and times the frames. */
export async function watchScroll(): Promise<Scrolled> {
  const step = 60
  const content = document.querySelector('main')!
  const gaps: number[] = []
  let last = await new Promise<number>(requestAnimationFrame)
  while (content.scrollTop + content.clientHeight < content.scrollHeight - 1) {
    content.scrollTop += step
    const now = await new Promise<number>(requestAnimationFrame)
    gaps.push(now - last)
    last = now
  }
  gaps.sort((one, other) => one - other)
  const at = (share: number) => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * share))] as number
  return { frames: gaps.length, middle: at(0.5), p99: at(0.99), longest: at(1) }
}
