import type { Failure } from '@aichat/contracts/kit/common'

/** A failed request. `status` is 0 when there was no response at all. */
export class ApiError extends Error {
  readonly status: number
  readonly fields: { field: string; message: string }[]
  readonly hasMessage: boolean
  /** The reason for programs, such as `tests_failed`; null where the server gave none. */
  readonly code: string | null

  constructor(status: number, failure: Partial<Failure>) {
    super(failure.message ?? '')
    this.status = status
    this.fields = failure.errors ?? []
    this.hasMessage = Boolean(failure.message)
    this.code = failure.code ?? null
  }
}

/** Whether the same request may succeed later: not when the server has refused it. */
export function mayRetry(error: unknown): boolean {
  return !(error instanceof ApiError) || ![400, 403, 404].includes(error.status)
}

/** The server's message, or the fallback when the response had none. */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.hasMessage ? error.message : fallback
}
