import { readFailures } from '@aichat/contracts/ai/read-failures'
import { UnreadableContentError } from './unreadable-content-error.ts'

const maxCharacters = 1_000_000

/** @throws UnreadableContentError when a text has more characters than an item may have */
export function checkTextLength(characters: number): void {
  if (characters > maxCharacters) throw new UnreadableContentError(readFailures.textTooLong)
}
