import { commonSentences } from '@aichat/contracts/kit/common'
import { type FailedAck, realtimeSentences } from '@aichat/contracts/kit/realtime'

type FieldError = { field: string; message: string }

type RefusalDetails = {
  errors?: FieldError[] | undefined
  retryAfterSeconds?: number
  /** Fields beside the message. */
  details?: Record<string, unknown>
}

/** An expected failure with a message for the caller. Every other error is a bug, which is logged and answered generically. */
export class Refusal extends Error {
  readonly errors: FieldError[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly details: Record<string, unknown> | undefined

  constructor(
    readonly status: number,
    message: string,
    readonly code: string,
    more: RefusalDetails = {},
  ) {
    super(message)
    this.errors = more.errors
    this.retryAfterSeconds = more.retryAfterSeconds
    this.details = more.details
  }
}

/**
 * A temporary condition, such as a database that does not answer: the same request may succeed later. It is not a Refusal,
 * because code that handles the refusal of a request must not take an outage for one.
 */
export class UnavailableError extends Error {
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }

  toRefusal(): Refusal {
    return new Refusal(503, this.message, 'not_ready', { retryAfterSeconds: this.retryAfterSeconds })
  }
}

const codes: Record<number, string> = {
  400: 'bad_input',
  401: 'not_signed_in',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  415: 'wrong_type',
  429: 'rate_limited',
  503: 'not_ready',
}

/** Throws a Refusal with the message that is shown to the user. `field` names the input that caused it. */
export function refuse(status: number, message: string, field?: string): never {
  throw new Refusal(
    status,
    message,
    codes[status] ?? 'refused',
    field ? { errors: [{ field, message }] } : {},
  )
}

export function notFound(): never {
  refuse(404, commonSentences.notFound)
}

export function refuseTooMany(retryAfterSeconds: number, sentence: string = commonSentences.tooMany): never {
  throw new Refusal(429, sentence, 'rate_limited', { retryAfterSeconds })
}

/** The ack of a failed realtime command. It reveals nothing about a bug. */
export function toFailedAck(error: unknown): FailedAck {
  if (error instanceof UnavailableError) return toFailedAck(error.toRefusal())
  if (error instanceof Refusal) return { success: false, error: error.message, code: error.code }
  return { success: false, error: realtimeSentences.failed, code: 'unexpected' }
}
