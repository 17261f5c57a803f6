import { words } from '../kit/words.ts'
import type { Answer } from './connection.ts'

/** The sentence to show for a request that was refused or not answered. */
export function getFailure(answer: Answer | undefined, fallback = words.failed): string {
  if (!answer || answer.kind === 'offline') return words.offline
  return answer.kind === 'refused' ? getRefusal(answer.code, fallback) : fallback
}

/** The server's own sentences are English, so its codes are translated here. */
export function getRefusal(code: string, fallback: string): string {
  const sentences: Partial<Record<string, string>> = {
    attachment: words.fileFailed,
    closed: words.ended,
    prechat_required: words.formFirst,
    rate_limited: words.tooMany,
    too_large: words.fileTooLarge,
    wrong_type: words.fileType,
  }
  return sentences[code] ?? fallback
}
