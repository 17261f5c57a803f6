import { toast } from './toasts.ts'

type Messages = { done: string; failed: string }

/** Runs an action and shows a toast: with Undo after success, with Retry after a failure. Returns whether it succeeded. */
export async function runUndoable(
  run: () => Promise<unknown>,
  undo: () => Promise<unknown>,
  { done, failed }: Messages,
): Promise<boolean> {
  try {
    await run()
  } catch {
    const retry = () => void runUndoable(run, undo, { done, failed })
    toast(failed, { tone: 'bad', action: { label: 'Retry', onPress: retry } })
    return false
  }
  const onUndo = () => void undo().catch(() => toast('Failed to undo', { tone: 'bad' }))
  toast(done, { action: { label: 'Undo', onPress: onUndo } })
  return true
}
