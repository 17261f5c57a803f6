import type { Log } from '../observability/log.ts'

type Options = {
  /** Names the task in the log. */
  task: string
  log: Pick<Log, 'warn'>
  signal?: AbortSignal
}

/**
 * Runs `work` for one item after the other, until the signal aborts. A failure is logged with its item, which therefore
 * contains ids only, and does not stop the items behind it: one company must not stop a task for all others.
 */
export async function forEachItem<Item extends object>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  { task, log, signal }: Options,
): Promise<void> {
  for (const item of items) {
    if (signal?.aborted) return
    try {
      await work(item)
    } catch (error) {
      log.warn({ err: error, task, item }, 'a scheduled task failed for one item')
    }
  }
}
