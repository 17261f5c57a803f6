import { aiReplyKey, type Message } from '@aichat/contracts/chat/messages'

/**
 * Whether the server has a reply trace for this message: replies, hand-overs and acknowledgements of the AI, and visitors'
 * messages that it left to the team. A hand-over that a visitor requested with the button has none.
 */
export function hasReplyTrace({ from, isAi, clientId, meta }: Message): boolean {
  if (from === 'visitor') return meta.pending === 'team'
  return isAi || (from === 'system' && aiReplyKey.test(clientId))
}
