export type SaveState = 'idle' | 'saving' | 'saved' | 'error'

type Delays = { debounce: number; saved: number }

type Options<Edit> = {
  /** What is to be saved now, or null when nothing differs. Asked at the moment of saving, so the last edit wins. */
  take: () => Edit | null
  save: (edit: Edit, leaving: boolean) => Promise<void>
  onState: (state: SaveState) => void
  delays?: Delays
}

const specDelays: Delays = { debounce: 1000, saved: 2000 }

/**
 * Saves after a pause in editing. One save is in flight at a time, so answers cannot arrive out of order; what was
 * edited meanwhile goes out next. A failure stays on show until a retry or the next edit.
 */
export function createAutosave<Edit>({ take, save, onState, delays = specDelays }: Options<Edit>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let inFlight = false
  let again = false
  let shown: SaveState = 'idle'

  function show(state: SaveState): void {
    if (state === shown) return
    shown = state
    onState(state)
  }

  async function run(leaving = false): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (inFlight) {
      again = true
      return
    }
    const edit = take()
    if (edit === null) return show('idle')
    inFlight = true
    show('saving')
    const succeeded = await save(edit, leaving).then(
      () => true,
      () => false,
    )
    inFlight = false
    if (!succeeded) {
      again = false
      show('error')
      return
    }
    if (again) {
      again = false
      if (take() !== null) return run(leaving)
    }
    if (timer !== undefined) return
    show('saved')
    timer = setTimeout(() => {
      timer = undefined
      show('idle')
    }, delays.saved)
  }

  return {
    edited() {
      clearTimeout(timer)
      // From the first key on: what is not stored yet must not stand under "Saved".
      show('saving')
      timer = setTimeout(() => run(), delays.debounce)
    },
    retry: () => run(),
    /** Saves at once what waits for its pause. */
    flush: () => run(true),
    stop: () => clearTimeout(timer),
  }
}
