import type { Session } from '@aichat/contracts/chat/sessions'
import { useState } from 'react'
import type { Thread } from '../sync/thread.ts'

/** The `seq` of the first unread message when the conversation was opened. It stays although the message is read now. */
export function useFirstUnread(session: Session | undefined, thread: Thread | undefined): number | null {
  const [unreadCount, setUnreadCount] = useState<number | null>(null)
  const [seq, setSeq] = useState<number | null>(null)
  const [isFound, setFound] = useState(false)
  if (unreadCount === null && session) setUnreadCount(session.unreadCountAgent)
  if (unreadCount !== null && thread && !isFound) {
    setFound(true)
    setSeq(findFirstUnread(thread, unreadCount))
  }
  return seq
}

/** If not all unread messages are loaded, the first loaded one. */
function findFirstUnread({ messages }: Thread, unreadCount: number): number | null {
  if (unreadCount === 0) return null
  const fromVisitor = messages.filter(({ from }) => from === 'visitor')
  return (fromVisitor.at(-unreadCount) ?? fromVisitor[0])?.seq ?? null
}
