export type SaveState = 'idle' | 'saving' | 'saved' | 'error'

type Delays = { debounceMs: number; savedIndicatorMs: number }

type Options<Edit> = {
  /** Returns the changes to save, or null when there are none. Called at the moment of saving, so the last edit wins. */
  getChanges: () => Edit | null
  save: (edit: Edit, leaving: boolean) => Promise<void>
  onState: (state: SaveState) => void
  delays?: Delays
}

const specDelays: Delays = { debounceMs: 1000, savedIndicatorMs: 2000 }

/**
 * Debounced autosave. One save runs at a time, so responses cannot arrive out of order; edits made meanwhile are saved
 * next, also after a failure. An error stays visible until a retry or the next edit.
 */
export function createAutosave<Edit>({ getChanges, save, onState, delays = specDelays }: Options<Edit>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSaving = false
  let queued: 'save' | 'flush' | null = null
  let shown: SaveState = 'idle'

  function show(state: SaveState): void {
    if (state === shown) return
    shown = state
    onState(state)
  }

  async function run(leaving = false): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (isSaving) {
      queued = leaving ? 'flush' : (queued ?? 'save')
      return
    }
    const edit = getChanges()
    if (edit === null) return show('idle')
    isSaving = true
    show('saving')
    const succeeded = await save(edit, leaving).then(
      () => true,
      () => false,
    )
    isSaving = false
    const next = queued
    queued = null
    if (next !== null && getChanges() !== null) return run(next === 'flush')
    if (!succeeded) return show('error')
    if (timer !== undefined) return
    show('saved')
    timer = setTimeout(() => {
      timer = undefined
      show('idle')
    }, delays.savedIndicatorMs)
  }

  return {
    schedule() {
      clearTimeout(timer)
      // From the first key press: unsaved changes must not appear under "Saved". An invalid edit is not saved.
      show(isSaving || getChanges() !== null ? 'saving' : 'idle')
      timer = setTimeout(() => run(), delays.debounceMs)
    },
    retry: () => run(),
    /** For a connection that is back: retries only a save that has failed. */
    retryFailed: () => {
      if (shown === 'error') void run()
    },
    /** Saves pending edits immediately, or after the save that is running. */
    flush: () => run(true),
    /** For a page that is closing: the answer to a running save would never arrive, so this one does not wait for it. */
    async flushOnClose() {
      const edit = getChanges()
      // A page that the browser restores later still has its timer, and saves again.
      if (edit !== null) await save(edit, true).catch(() => {})
    },
    stop: () => clearTimeout(timer),
  }
}
