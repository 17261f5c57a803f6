import * as z from 'zod/mini'

/** Messages that several resources share. */
export const commonSentences = {
  notFound: 'Not found',
  notSignedIn: 'Please sign in to continue',
  notAllowed: "You don't have permission to do that",
  notForKey: 'This API key is missing the required scope',
  badInput: 'Please check what you entered',
  unexpected: 'Something went wrong. Please try again.',
  tooLarge: 'The request is too large',
  wrongType: 'Content-Type must be application/json',
  wrongUpload: 'Content-Type must be multipart/form-data',
  lengthRequired: 'Content-Length is required',
  tooMany: 'Too many attempts. Please wait a moment and try again.',
  notReady: 'The service is not ready yet',
  unavailable: 'The service is temporarily unavailable. Please try again in a moment.',
  fileNotStored: 'The file could not be stored. Please try again.',
  storageFull: "We can't save anything right now. Please try again in a moment.",
  email: 'Please enter a valid email address',
} as const

/** An ISO 8601 time in UTC, like 2026-01-31T12:00:00.000Z. */
export const time = z.string()

/** An opaque id. */
export const id = z.string()

/** Required text: trimmed, not blank, at most `limit` characters. A missing and a blank value get the same message. */
export function requiredText(
  limit: number,
  whenMissing: string,
  whenTooLong = `Use at most ${limit} characters`,
) {
  return z
    .string(whenMissing)
    .check(stripInvalidCharacters(), z.trim(), z.minLength(1, whenMissing), z.maxLength(limit, whenTooLong))
}

/** Text that may be empty: trimmed, at most `limit` characters. */
export function optionalText(limit: number, whenTooLong = `Use at most ${limit} characters`) {
  return z
    .string('This must be text')
    .check(stripInvalidCharacters(), z.trim(), z.maxLength(limit, whenTooLong))
}

/**
 * Required text that is shown or mailed as one line, such as a name. It cannot hide or reorder characters: controls become
 * spaces, and invisible and bidirectional ones are removed.
 */
export function requiredLine(
  limit: number,
  whenMissing: string,
  whenTooLong = `Use at most ${limit} characters`,
) {
  return z
    .string(whenMissing)
    .check(
      stripInvalidCharacters(),
      z.overwrite(toLine),
      z.minLength(1, whenMissing),
      z.maxLength(limit, whenTooLong),
    )
}

/** Like `requiredLine`, but may be empty. */
export function optionalLine(limit: number, whenTooLong = `Use at most ${limit} characters`) {
  return z
    .string('This must be text')
    .check(stripInvalidCharacters(), z.overwrite(toLine), z.maxLength(limit, whenTooLong))
}

/** Zero-width joiners stay, because emoji and several scripts need them; text of nothing else is empty. */
export function toLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .trim()
  return /[^\s\u200c\u200d]/.test(line) ? line : ''
}

/** Removes U+0000 and replaces lone surrogates, because PostgreSQL cannot store either in text. */
export function stripInvalidCharacters() {
  return z.overwrite<string>((text) => text.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\ufffd'))
}

/** A whole number in a query string, clamped to `max`. */
export function positiveInteger(max: number) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,10}$/, 'Use a whole number')),
    z.transform((digits: string) => Math.min(Number(digits), max)),
  )
}

export const personLimits = { name: 120, email: 254 } as const

export const emailAddress = z.string(commonSentences.email).check(
  stripInvalidCharacters(),
  z.overwrite<string>((text) => text.normalize('NFKC').trim()),
  z.maxLength(personLimits.email, commonSentences.email),
  z.regex(/^[^\s@<>"',;:()[\]\\]+@[^\s@.<>"',;:()[\]\\]+(\.[^\s@.<>"',;:()[\]\\]+)+$/, commonSentences.email),
)

export function isWebUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text)) return false
  try {
    const { hostname, username, password } = new URL(text)
    return hostname !== '' && username === '' && password === ''
  } catch {
    return false
  }
}

/** The body of every failed HTTP response. */
export const failure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
})
export type Failure = z.output<typeof failure>
