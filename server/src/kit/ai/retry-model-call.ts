import { APICallError } from 'ai'
import { systemTimers, type Timers } from '../process/timers.ts'

const maxAttempts = 3
const maxDelayMs = 10_000

/** Retries temporary failures, with backoff and the server's Retry-After. */
export async function retryModelCall<T>(
  signal: AbortSignal,
  call: () => Promise<T>,
  timers: Timers = systemTimers,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (attempt === maxAttempts || signal.aborted || !isTemporary(error)) throw error
      await pause(getRetryDelayMs(error, attempt), signal, timers)
    }
  }
}

function isTemporary(error: unknown): boolean {
  if (APICallError.isInstance(error)) {
    const { statusCode } = error
    // There is no status when the connection was refused or reset.
    return statusCode === undefined || statusCode === 429 || statusCode >= 500
  }
  return error instanceof TypeError || (error as { code?: string }).code === 'ECONNRESET'
}

function getRetryDelayMs(error: unknown, attempt: number): number {
  const retryAfter = APICallError.isInstance(error) ? error.responseHeaders?.['retry-after'] : undefined
  const backoffMs = 300 * 2 ** attempt * (0.5 + Math.random())
  if (!retryAfter) return backoffMs
  const retryAfterMs = /^\d+$/.test(retryAfter.trim())
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - Date.now()
  return Math.min(maxDelayMs, Math.max(retryAfterMs || 0, backoffMs))
}

function pause(milliseconds: number, signal: AbortSignal, timers: Timers): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = timers.start(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      cancel()
      reject(signal.reason)
    })
  })
}
