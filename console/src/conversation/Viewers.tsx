import { Eye, PencilLine } from 'lucide-react'
import { useUser } from '../kit/http/auth-storage.ts'
import { useViewers } from '../sync/use-viewers.ts'

/** Shows which colleagues have this conversation open, so that two agents do not answer the same question. */
export function Viewers({ sessionId }: { sessionId: string }) {
  const colleagues = useViewers(sessionId, useUser()?.id)
  if (colleagues.length === 0) return null
  const typing = colleagues.filter(({ isTyping }) => isTyping)
  const shown = typing.length > 0 ? typing : colleagues
  const Icon = typing.length > 0 ? PencilLine : Eye
  const names = shown.map(({ name }) => name).join(', ')
  const verb = shown.length === 1 ? 'is' : 'are'
  return (
    <p
      role="status"
      className="flex shrink-0 items-center gap-2 border-b bg-accent-soft px-4 py-1.5 text-accent-text"
    >
      <Icon aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
      <span className="truncate">
        {names} {verb} {typing.length > 0 ? 'writing a reply' : 'viewing this conversation'}
      </span>
    </p>
  )
}
