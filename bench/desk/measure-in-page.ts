/** Runs in the page: opens a rendered row and measures the time until the end of its conversation is drawn. */
export async function measureSwitch(index: number): Promise<number> {
  const links = [...document.querySelectorAll<HTMLElement>('nav[aria-label=Conversations] li a')]
  const closed = links.filter((link) => link.ariaCurrent !== 'true')
  const link = closed[index % closed.length]
  if (!link) throw new Error('There is no other conversation')
  const id = new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('session')
  const startedAt = performance.now()
  link.click()
  const isShown = () =>
    new URLSearchParams(location.search).get('session') === id &&
    document.querySelector('[role=log][aria-busy=false] [id^=message-]')
  while (!isShown()) {
    if (performance.now() - startedAt > 10_000) throw new Error('The conversation was not shown')
    await new Promise(requestAnimationFrame)
  }
  // The next task begins after this frame was drawn.
  await new Promise((resolve) => setTimeout(resolve))
  return performance.now() - startedAt
}

/** Runs in the page: counts tasks of more than 50 ms from now on, which block typing. */
export function observeLongTasks() {
  const tasks: number[] = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask' })
  Object.assign(window, { longTasks: () => tasks.splice(0) })
}

export type RowWatch = { frames: number; movedUnderPointer: number; orders: number }

/** Runs in the page: watches which row lies under a point, and how often the order of all rows changes. */
export async function watchRows({
  x,
  y,
  durationMs,
}: {
  x: number
  y: number
  durationMs: number
}): Promise<RowWatch> {
  const rowUnderPointer = () => document.elementFromPoint(x, y)?.closest('a')?.getAttribute('href')
  const order = () =>
    [...document.querySelectorAll<HTMLElement>('nav[aria-label=Conversations] li')]
      .sort((one, other) => Number(one.dataset.index) - Number(other.dataset.index))
      .map((row) => row.querySelector('a')?.getAttribute('href'))
      .join()
  const watch = { frames: 0, movedUnderPointer: 0, orders: 0 }
  let [row, rows] = [rowUnderPointer(), order()]
  for (const until = performance.now() + durationMs; performance.now() < until; watch.frames++) {
    await new Promise(requestAnimationFrame)
    const [nextRow, nextRows] = [rowUnderPointer(), order()]
    if (nextRow !== row) watch.movedUnderPointer++
    if (nextRows !== rows) watch.orders++
    ;[row, rows] = [nextRow, nextRows]
  }
  return watch
}
