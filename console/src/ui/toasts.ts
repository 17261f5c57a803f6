export type Toast = {
  id: number
  text: string
  tone: 'plain' | 'bad'
  action?: { label: string; onPress: () => void }
}

const most = 3
const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let count = 0

/** Reports the result of something that has left the screen. */
export function toast(text: string, extra: Partial<Pick<Toast, 'tone' | 'action'>> = {}) {
  count += 1
  change([...toasts, { id: count, text, tone: 'plain' as const, ...extra }].slice(-most))
}

export function dismissToast(id: number) {
  change(toasts.filter((one) => one.id !== id))
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

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}
