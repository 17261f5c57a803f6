import { commonSentences } from '@aichat/contracts/kit/common'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { Refusal, UnavailableError } from './refusal.ts'

/** Answers a refusal with its message. Other errors are logged and answered generically. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error, request)
  if (!refusal)
    request.log.error(
      { err: error, method: request.method, url: request.routeOptions.url },
      'a request failed',
    )
  if (refusal?.retryAfterSeconds !== undefined) reply.header('Retry-After', String(refusal.retryAfterSeconds))
  return reply.code(refusal?.status ?? 500).send(createErrorBody(refusal, request))
}

function createErrorBody(refusal: Refusal | null, request: FastifyRequest) {
  return {
    success: false,
    message: refusal?.message ?? commonSentences.unexpected,
    code: refusal?.code ?? 'unexpected',
    requestId: request.id,
    ...(refusal?.errors ? { errors: refusal.errors } : {}),
    ...refusal?.details,
  }
}

function toRefusal(error: FastifyError, request: FastifyRequest): Refusal | null {
  if (error instanceof Refusal) return error
  if (error instanceof UnavailableError) return error.toRefusal()
  if (hasZodFastifySchemaValidationErrors(error)) return toValidationRefusal(error.validation, request)
  const status = error.statusCode ?? 500
  if (status < 400 || status >= 500) return null
  if (status === 413) return new Refusal(413, commonSentences.tooLarge, 'too_large')
  if (status === 415) return new Refusal(415, commonSentences.wrongType, 'wrong_type')
  return new Refusal(status, commonSentences.badInput, 'bad_input')
}

type Issue = { instancePath: string; message?: string }

/** One message for the form, and one for each invalid field. */
function toValidationRefusal(issues: unknown[], request: FastifyRequest): Refusal {
  const errors = new Map<string, string>()
  for (const { instancePath, message } of issues as Issue[]) {
    const field = instancePath.slice(1).replaceAll('/', '.')
    if (field && !errors.has(field)) errors.set(field, message || commonSentences.badInput)
  }
  const fields = [...errors].map(([field, message]) => ({ field, message }))
  const { whenMissing } = request.routeOptions.config
  const isMissing = fields.some(({ field }) =>
    isBlank((request.body as Record<string, unknown> | null)?.[field]),
  )
  const message = whenMissing && isMissing ? whenMissing : (fields[0]?.message ?? commonSentences.badInput)
  return new Refusal(400, message, 'bad_input', fields.length > 0 ? { errors: fields } : {})
}

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === ''
}
