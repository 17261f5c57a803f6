import { pino } from 'pino'

/** Errors of the AI SDK: their fields, messages and causes contain prompts and answers. */
const sdkPrefix = 'AI_'

/** An error for a log line. Of an error of the AI SDK, only the fields that contain no prompt and no answer. */
export function serializeError(error: Error): object {
  if (!hasSdkError(error)) return pino.stdSerializers.err(error)
  const { name, message, cause } = error
  const stack = listFrames(error)
  if (!isSdkError(error))
    return { type: name, message, stack, ...(cause instanceof Error && { cause: serializeError(cause) }) }
  const { statusCode, url, isRetryable } = error as Error & Record<string, unknown>
  // Messages of others quote what could not be parsed.
  return {
    type: name,
    message: name === 'AI_APICallError' ? message : '',
    stack,
    statusCode,
    url,
    isRetryable,
  }
}

const maxCauses = 10

/** Whether it is an error of the AI SDK or caused by one. Anything may be thrown, also what is no error. */
function hasSdkError(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > maxCauses) return false
  return isSdkError(error) || hasSdkError(error.cause, depth + 1)
}

function isSdkError({ name }: Error): boolean {
  return String(name).startsWith(sdkPrefix)
}

/** The stack without its first lines, which repeat the message. */
function listFrames({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}
