import type { Failure } from '@aichat/contracts/common'

/** A call that did not succeed. `status` is 0 when there was no answer at all. */
export class CallFailed extends Error {
  readonly status: number
  readonly fields: { field: string; message: string }[]
  readonly answered: boolean

  constructor(status: number, failure: Partial<Failure>) {
    super(failure.message ?? '')
    this.status = status
    this.fields = failure.errors ?? []
    this.answered = Boolean(failure.message)
  }
}

/** The server's own sentence, or the fallback when the server said nothing. */
export function sentenceOf(error: unknown, fallback: string): string {
  return error instanceof CallFailed && error.answered ? error.message : fallback
}
