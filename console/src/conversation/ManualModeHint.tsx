import { Hand } from 'lucide-react'

export function ManualModeHint({ isPhone }: { isPhone: boolean }) {
  return (
    <p className="flex shrink-0 items-center gap-2 border-b bg-sunken px-4 py-1.5 text-small text-ink-2">
      <Hand aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
      <span>{isPhone && '(Manual mode) '}You're answering. The AI stays quiet in this conversation.</span>
    </p>
  )
}
