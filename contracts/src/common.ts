import * as z from 'zod/mini'

/** Sentences that belong to no single noun. */
export const commonSentences = {
  notFound: 'Not found',
  notSignedIn: 'Please sign in to continue',
  notAllowed: 'You are not allowed to do that',
  badInput: 'Please check what you entered',
  unexpected: 'Something went wrong. Please try again.',
  tooLarge: 'That is too large',
  wrongType: 'Content-Type must be application/json',
  tooMany: 'Too many attempts. Please wait a moment and try again.',
  notReady: 'The service is not ready yet',
} as const

/** An ISO 8601 time in UTC, like 2026-01-31T12:00:00.000Z. */
export const time = z.string()

/** An opaque id. */
export const id = z.string()

/** Required text: trimmed, not blank, at most `limit` characters; the same sentence for a missing and a blank value. */
export function requiredText(
  limit: number,
  whenMissing: string,
  whenTooLong = `Use at most ${limit} characters`,
) {
  return z
    .string(whenMissing)
    .check(storable(), z.trim(), z.minLength(1, whenMissing), z.maxLength(limit, whenTooLong))
}

/** Text that may be empty: trimmed, at most `limit` characters. */
export function optionalText(limit: number, whenTooLong = `Use at most ${limit} characters`) {
  return z.string('This must be text').check(storable(), z.trim(), z.maxLength(limit, whenTooLong))
}

/** What no database stores goes wherever people write: U+0000, and halves of characters. */
export function storable() {
  return z.overwrite<string>((text) => text.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\ufffd'))
}

export function isWebUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text)) return false
  try {
    const { hostname, username, password } = new URL(text)
    return hostname !== '' && username === '' && password === ''
  } catch {
    return false
  }
}

/** A failure as HTTP answers it. */
export const failure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
})
export type Failure = z.output<typeof failure>
