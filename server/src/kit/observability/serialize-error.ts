import { pino } from 'pino'

/** Errors of the AI SDK: their fields, messages and causes contain prompts and answers. */
const sdkPrefix = 'AI_'

/** An error as a log line has it. Of an error of the AI SDK, only what says nothing of a conversation. */
export function serializeError(error: Error): object {
  if (!listCauses(error).some(isSdkError)) return pino.stdSerializers.err(error)
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

function listCauses(error: Error): Error[] {
  return error.cause instanceof Error ? [error, ...listCauses(error.cause)] : [error]
}

function isSdkError({ name }: Error): boolean {
  return name.startsWith(sdkPrefix)
}

/** The stack without its first lines, which repeat the message. */
function listFrames({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}
