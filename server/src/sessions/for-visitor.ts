import type { Message } from '@aichat/contracts/messages'

/** A message without what belongs to the desk: which model wrote it, how long it took, why it handed over. */
export function forVisitor(message: Message): Message {
  const { autoReply, sources, agentName, kind, fields, feedback } = message.meta
  return { ...message, meta: clean({ autoReply, sources, agentName, kind, fields, feedback }) }
}

function clean<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T
}
