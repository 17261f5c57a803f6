import type { Session } from '@aichat/contracts/chat/sessions'
import { useState } from 'react'
import { useUser } from '../kit/http/auth-storage.ts'
import type { Thread } from '../sync/thread.ts'

/**
 * The `seq` of the first unread message when the conversation was opened. It stays although the message is read now, until
 * the agent replies.
 */
export function useFirstUnread(session: Session | undefined, thread: Thread | undefined): number | null {
  const selfId = useUser()?.id
  const [unreadCount, setUnreadCount] = useState<number | null>(null)
  const [seq, setSeq] = useState<number | null>(null)
  const [openedSeq, setOpenedSeq] = useState<number | null>(null)
  if (unreadCount === null && session) setUnreadCount(session.unreadCountAgent)
  if (unreadCount !== null && thread && openedSeq === null) {
    setOpenedSeq(thread.messages.at(-1)?.seq ?? 0)
    setSeq(findFirstUnread(thread, unreadCount))
  }
  const hasReplied =
    openedSeq !== null &&
    thread?.messages.some((message) => message.seq > openedSeq && message.agent?.id === selfId)
  return hasReplied ? null : seq
}

/** If not all unread messages are loaded, the first loaded one. Null when the whole conversation is unread. */
function findFirstUnread({ messages }: Thread, unreadCount: number): number | null {
  if (unreadCount === 0) return null
  const fromVisitor = messages.filter(({ from }) => from === 'visitor')
  const first = (fromVisitor.at(-unreadCount) ?? fromVisitor[0])?.seq ?? 1
  return first > 1 ? first : null
}
