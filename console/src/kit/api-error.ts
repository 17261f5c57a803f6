import type { Failure } from '@aichat/contracts/common'

/** A call that did not succeed. `status` is 0 when there was no answer at all. */
export class ApiError extends Error {
  readonly status: number
  readonly fields: { field: string; message: string }[]
  readonly hasMessage: boolean

  constructor(status: number, failure: Partial<Failure>) {
    super(failure.message ?? '')
    this.status = status
    this.fields = failure.errors ?? []
    this.hasMessage = Boolean(failure.message)
  }
}

/** The server's own sentence, or the fallback when the server said nothing. */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.hasMessage ? error.message : fallback
}
