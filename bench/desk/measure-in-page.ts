/** Runs in the page: the centers of the visible rows that are not open. */
export function findClosedRows(): { x: number; y: number }[] {
  return [...document.querySelectorAll<HTMLElement>('nav[aria-label=Conversations] li a')]
    .filter((link) => link.ariaCurrent !== 'true')
    .map((link) => link.getBoundingClientRect())
    .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))
    .filter((spot) => document.elementFromPoint(spot.x, spot.y)?.closest('nav li'))
}

/** Runs in the page: measures the time from the next click until the messages of another conversation are drawn. */
export function measureNextSwitch() {
  const before = document.querySelector('[role=log]')
  const time = new Promise<number>((resolve, reject) => {
    addEventListener(
      'click',
      async ({ timeStamp }) => {
        const shown = () => document.querySelector('[role=log] [id^=message-]')?.closest('[role=log]')
        while (!shown() || shown() === before) {
          if (performance.now() - timeStamp > 10_000) reject(new Error('The conversation was not shown'))
          await new Promise(requestAnimationFrame)
        }
        // The next task begins after this frame was drawn.
        await new Promise((drawn) => setTimeout(drawn))
        resolve(performance.now() - timeStamp)
      },
      { capture: true, once: true },
    )
  })
  Object.assign(window, { switchTime: () => time })
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
