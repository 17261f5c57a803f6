const slice = 50

/**
 * Collects work per key while one batch of that key is running, and runs what has come as the next batch: no timer,
 * one batch in flight, at most `most` items. A lone item runs at once. `run` answers one outcome an item, in order;
 * when it throws what `isOfOneItem` recognises, each item is tried alone, so that a bad item cannot fail its neighbours.
 */
export function createBatcher<Item, Outcome>(
  run: (key: string, items: Item[]) => Promise<Outcome[]>,
  most: number,
  isOfOneItem: (error: unknown) => boolean,
): (key: string, item: Item) => Promise<Outcome> {
  type Waiting = { item: Item; resolve(outcome: Outcome): void; reject(error: unknown): void }
  const queues = new Map<string, Waiting[]>()
  const soon = inSlices()

  async function drain(key: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await runBatch(key, queue.splice(0, most))
    queues.delete(key)
  }

  async function runBatch(key: string, batch: Waiting[]): Promise<void> {
    try {
      const outcomes = await run(
        key,
        batch.map((waiting) => waiting.item),
      )
      soon(
        batch.map(
          ({ resolve }, index) =>
            () =>
              resolve(outcomes[index] as Outcome),
        ),
      )
    } catch (error) {
      if (batch.length > 1 && isOfOneItem(error)) {
        for (const waiting of batch) await runBatch(key, [waiting])
      } else {
        for (const waiting of batch) waiting.reject(error)
      }
    }
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key)
      if (queue) queue.push({ item, resolve, reject })
      else {
        const started: Waiting[] = [{ item, resolve, reject }]
        queues.set(key, started)
        void drain(key, started)
      }
    })
}

/** Whoever waits is told a turn later and in slices, so that the next batch is on its way before. In order all the same. */
function inSlices() {
  let due: (() => void)[] = []
  const tell = () => {
    const now = due.slice(0, slice)
    due = due.slice(slice)
    if (due.length > 0) setImmediate(tell)
    for (const one of now) one()
  }
  return (all: (() => void)[]) => {
    if (due.length === 0) setImmediate(tell)
    due.push(...all)
  }
}
