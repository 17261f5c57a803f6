import { createStore } from '../../kit/store.ts'

export type Toast = {
  id: number
  text: string
  tone: 'plain' | 'bad'
  action?: { label: string; onPress: () => void }
  /** Called when the toast disappears, unless its action was chosen. */
  onEnd?: () => void
}

const maxToasts = 3
let count = 0

/** The last one is shown. Before it are errors that have not been dismissed. */
export const toasts = createStore<readonly Toast[]>([])

/**
 * Reports the result of something that is no longer on the screen. Replaces the toast before, but an error comes back
 * afterwards, until it is dismissed. Returns the toast's id.
 */
export function toast(text: string, extra: Partial<Pick<Toast, 'tone' | 'action' | 'onEnd'>> = {}) {
  count += 1
  const errors = toasts.get().filter(({ tone }) => tone === 'bad')
  change([...errors.slice(1 - maxToasts), { id: count, text, tone: 'plain' as const, ...extra }])
  return count
}

export function dismissToast(id: number) {
  change(toasts.get().filter((one) => one.id !== id))
}

/** Runs the toast's action and closes the toast. */
export function runToastAction({ id, action }: Toast) {
  change(
    toasts.get().filter((one) => one.id !== id),
    id,
  )
  action?.onPress()
}

function change(next: readonly Toast[], actedOn?: number) {
  const gone = toasts.get().filter((one) => one.id !== actedOn && !next.includes(one))
  toasts.set(next)
  for (const { onEnd } of gone) onEnd?.()
}
