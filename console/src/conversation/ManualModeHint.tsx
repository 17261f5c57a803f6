import { Hand } from 'lucide-react'

export function ManualModeHint() {
  return (
    <p className="flex shrink-0 items-center gap-2 border-b bg-sunken px-4 py-1.5 text-small [@media(height<480px)]:py-0.5 text-ink-2">
      <Hand aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
      <span className="[@media(height<480px)]:truncate">
        <span className="@min-[38rem]/conversation:hidden">(Manual mode) </span>
        You're answering. The AI stays quiet in this conversation.
      </span>
    </p>
  )
}
