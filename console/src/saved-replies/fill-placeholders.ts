import type { savedReplyVariables } from '@aichat/contracts/chat/saved-replies'

type Values = Record<(typeof savedReplyVariables)[number], string>

/** Replaces `{name}` placeholders once, so that a value cannot contain another one. Unknown placeholders stay. */
export function fillPlaceholders(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? values[name as keyof Values] : placeholder,
  )
}
