export type Toast = {
  id: number
  text: string
  tone: 'plain' | 'bad'
  action?: { label: string; onPress: () => void }
  /** Told when it goes, whyever, unless its action was chosen. */
  onEnd?: () => void
}

const most = 3
const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let count = 0

/** Reports the result of something that has left the screen. Answers its id. */
export function toast(text: string, extra: Partial<Pick<Toast, 'tone' | 'action' | 'onEnd'>> = {}) {
  count += 1
  change([...toasts, { id: count, text, tone: 'plain' as const, ...extra }].slice(-most))
  return count
}

export function dismissToast(id: number) {
  change(toasts.filter((one) => one.id !== id))
}

/** The person chose the toast's action. */
export function actOnToast({ id, action }: Toast) {
  change(
    toasts.filter((one) => one.id !== id),
    id,
  )
  action?.onPress()
}

export function currentToasts() {
  return toasts
}

export function watchToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function change(next: readonly Toast[], actedOn?: number) {
  const gone = toasts.filter((one) => one.id !== actedOn && !next.includes(one))
  toasts = next
  for (const listener of listeners) listener()
  for (const { onEnd } of gone) onEnd?.()
}
