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
 * next. An error stays visible until a retry or the next edit.
 */
export function createAutosave<Edit>({ getChanges, save, onState, delays = specDelays }: Options<Edit>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSaving = false
  let isSaveQueued = false
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
      isSaveQueued = true
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
    if (!succeeded) {
      isSaveQueued = false
      show('error')
      return
    }
    if (isSaveQueued) {
      isSaveQueued = false
      if (getChanges() !== null) return run(leaving)
    }
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
      // From the first key press: unsaved changes must not appear under "Saved".
      show('saving')
      timer = setTimeout(() => run(), delays.debounceMs)
    },
    retry: () => run(),
    /** Saves pending edits immediately. */
    flush: () => run(true),
    stop: () => clearTimeout(timer),
  }
}
