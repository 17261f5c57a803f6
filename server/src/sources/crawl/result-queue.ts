import type { FetchedPage } from './read-fetched-pages.ts'

/** Limits of the fetched pages that are not stored yet: they take memory, and are lost in a crash. */
const maxBytes = 30_000_000
const maxWaiting = 20
/** How much text is parsed by one child process. */
const maxBatchCharacters = 4_000_000

export type ResultQueue = {
  /** Stores the page in the background, after those before. False when storing failed because the run is superseded. */
  add(fetched: FetchedPage): Promise<boolean>
  /** Resolves when all pages are stored; false as above. */
  flush(): Promise<boolean>
}

/**
 * Stores what was fetched while more is fetched. Pages that arrive meanwhile are stored in one batch, which costs less. A PDF or a
 * sitemap takes long to parse, and is a batch of its own.
 */
export function createResultQueue(store: (fetched: FetchedPage[]) => Promise<boolean>): ResultQueue {
  let waiting: FetchedPage[] = []
  let bytes = 0
  let current: Promise<boolean> | null = null
  let isCurrentRun = true
  let failure: unknown

  function start(): void {
    if (current || waiting.length === 0) return
    const batch = takeBatch(waiting)
    waiting = waiting.filter((one) => !batch.includes(one))
    current = store(batch)
      .then((isStored) => {
        isCurrentRun &&= isStored
        return isCurrentRun
      })
      .catch((error) => {
        failure ??= error
        return false
      })
      .finally(() => {
        current = null
        for (const one of batch) bytes -= countBytes(one)
        if (isCurrentRun && failure === undefined) start()
      })
  }

  function getState(): boolean {
    if (failure !== undefined) throw failure
    return isCurrentRun
  }

  return {
    async add(fetched) {
      waiting.push(fetched)
      bytes += countBytes(fetched)
      start()
      while (current && (bytes > maxBytes || waiting.length >= maxWaiting)) await current
      return getState()
    },
    async flush() {
      start()
      while (current) await current
      return getState()
    },
  }
}

/** The first page alone where it has bytes, or else the pages without bytes, up to the size of a batch. */
function takeBatch(waiting: FetchedPage[]): FetchedPage[] {
  const [first] = waiting
  if (!first || getContent(first)?.bytes) return waiting.slice(0, 1)
  let characters = 0
  return waiting.filter((one, index) => {
    const content = getContent(one)
    if (content?.bytes) return false
    characters += content?.text.length ?? 0
    return index === 0 || characters <= maxBatchCharacters
  })
}

function getContent(one: FetchedPage) {
  return !one.result && one.fetched.kind === 'content' ? one.fetched : null
}

function countBytes(one: FetchedPage): number {
  const content = getContent(one)
  // A character of a string takes up to two bytes.
  return content ? content.text.length * 2 + (content.bytes?.byteLength ?? 0) : 0
}
