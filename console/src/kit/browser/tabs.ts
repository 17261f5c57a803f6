/**
 * Coordination between the tabs of this browser, by Web Locks. They exist only on secure origins; without them each tab
 * acts as if it were the only one.
 */

/** Longer than a busy tab may take to receive an event that another tab has received. */
const claimHoldMs = 10_000

/** Runs the work in one of the tabs that receive the same event. The others get it at most `holdMs` later. */
export async function runInOneTab(
  event: string,
  work: () => Promise<void>,
  holdMs = claimHoldMs,
): Promise<void> {
  if (!navigator.locks) return work()
  await navigator.locks.request(event, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    await work()
    await new Promise((resolve) => setTimeout(resolve, holdMs))
  })
}

/** Shows a flag to the other tabs until the returned function is called, or this tab is closed. */
export function raiseFlag(name: string): () => void {
  let lower = () => {}
  const isLowered = new Promise<void>((resolve) => {
    lower = resolve
  })
  void navigator.locks?.request(name, { mode: 'shared' }, () => isLowered)
  return lower
}

/** The names of the flags of all tabs, this one included. */
export async function getFlags(): Promise<string[]> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.flatMap(({ name }) => name ?? [])
}
