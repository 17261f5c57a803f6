import { joinTexts } from '../question/join-question.ts'
import type { ChatTurn } from '../types.ts'

/** The text of a turn in a prompt. Attached files are named, because the model cannot read them. */
export function formatTurn({ text, files = [] }: ChatTurn): string {
  return joinTexts(text, ...files.map((name) => `[file: ${name}]`))
}
