import type { Session } from '@aichat/contracts/chat/sessions'
import { Hand } from 'lucide-react'
import { useAutoReply } from './queries.ts'

export function ManualModeHint({ session: { sessionId, autoReplyOffBy } }: { session: Session }) {
  const autoReply = useAutoReply(sessionId)
  return (
    <p className="flex shrink-0 items-center gap-2 border-b bg-sunken px-4 py-1.5 [@media(height<480px)]:py-0.5 text-ink-2">
      <Hand aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
      <span className="min-w-0 [@media(height<480px)]:truncate">
        {autoReplyOffBy ? (
          <>
            AI paused: {autoReplyOffBy.name} replied ·{' '}
            <button
              type="button"
              className="cursor-pointer text-accent-text hover:underline"
              onClick={() => autoReply.mutate(true)}
            >
              Turn on
            </button>
          </>
        ) : (
          'AI Auto-Reply is off. Your team answers this conversation.'
        )}
      </span>
    </p>
  )
}
