import { Paperclip } from 'lucide-react'

/** The names of the files attached to a text. */
export function FileNames({ names }: { names: string }) {
  return (
    <p className="flex items-center gap-1 text-caption text-muted">
      <Paperclip aria-hidden size={12} className="shrink-0" />
      <span className="sr-only">With </span>
      <span dir="auto" className="truncate">
        {names}
      </span>
    </p>
  )
}
