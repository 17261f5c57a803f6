import type { savedReplyVariables } from '@aichat/contracts/saved-replies'

type Known = Record<(typeof savedReplyVariables)[number], string>

/** A saved reply with what it names in braces, each replaced once; what nobody knows stays as it is written. */
export function fillIn(text: string, known: Known): string {
  return text.replace(/\{(\w+)\}/g, (written, name: string) =>
    Object.hasOwn(known, name) ? known[name as keyof Known] : written,
  )
}
