/**
 * Runs the work while no other tab runs it. Web Locks are missing on pages without a secure origin, and denied to some
 * cross-site frames; the fallback then runs the work under a lock of its own.
 */
export async function withWebLock<Result>(
  name: string,
  work: () => Promise<Result>,
  fallback: () => Promise<Result>,
): Promise<Result> {
  let isRunning = false
  try {
    return await navigator.locks.request(name, () => {
      isRunning = true
      return work()
    })
  } catch (error) {
    if (isRunning) throw error
    return fallback()
  }
}
