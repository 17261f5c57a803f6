import { Paperclip } from 'lucide-react'

/** Covers the conversation while files are dragged over it. */
export function DropHint() {
  return (
    <div className="pointer-events-none absolute inset-2 z-20 flex items-center justify-center gap-2 rounded-card border-2 border-dashed border-focus bg-accent-soft/90 font-strong text-accent-text">
      <Paperclip aria-hidden size={18} strokeWidth={1.75} />
      Drop files to attach them
    </div>
  )
}
