const maxResolvedPerTurn = 50

/**
 * Group commit: items that arrive while a batch of their key is running form the next batch, of at most `maxBatchSize` items.
 * There is no timer, and one batch per key in flight. `run` returns one outcome per item, in order. When it throws an error
 * for which `isCausedByOneItem` holds, each item is run separately, so that one bad item does not fail the others.
 */
export function createBatcher<Item, Outcome>(
  run: (key: string, items: Item[]) => Promise<Outcome[]>,
  maxBatchSize: number,
  isCausedByOneItem: (error: unknown) => boolean,
): (key: string, item: Item) => Promise<Outcome> {
  type Pending = { item: Item; resolve(outcome: Outcome): void; reject(error: unknown): void }
  const queues = new Map<string, Pending[]>()
  const resolveLater = createResolver()

  async function drain(key: string, queue: Pending[]): Promise<void> {
    while (queue.length > 0) await runBatch(key, queue.splice(0, maxBatchSize))
    queues.delete(key)
  }

  async function runBatch(key: string, batch: Pending[]): Promise<void> {
    try {
      const outcomes = await run(
        key,
        batch.map((waiting) => waiting.item),
      )
      resolveLater(
        batch.map(
          ({ resolve }, index) =>
            () =>
              resolve(outcomes[index] as Outcome),
        ),
      )
    } catch (error) {
      if (batch.length > 1 && isCausedByOneItem(error)) {
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
        const started: Pending[] = [{ item, resolve, reject }]
        queues.set(key, started)
        void drain(key, started)
      }
    })
}

/** Resolves outcomes in order, in later turns of the event loop and a few at a time, so that the next batch is sent first. */
function createResolver() {
  let due: (() => void)[] = []
  const resolveNext = () => {
    const now = due.slice(0, maxResolvedPerTurn)
    due = due.slice(maxResolvedPerTurn)
    if (due.length > 0) setImmediate(resolveNext)
    for (const resolve of now) resolve()
  }
  return (all: (() => void)[]) => {
    if (due.length === 0) setImmediate(resolveNext)
    due.push(...all)
  }
}
