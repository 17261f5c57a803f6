import type { Message } from '@aichat/contracts/messages'

/** A message without the metadata that is for staff only, such as model, latency and hand-over reason. */
export function toVisitorMessage(message: Message): Message {
  const { autoReply, sources, agentName, kind, fields, feedback, pending, helped } = message.meta
  const meta = { autoReply, sources, agentName, kind, fields, feedback, pending, helped }
  return { ...message, meta: omitUndefined(meta) }
}

function omitUndefined<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T
}
