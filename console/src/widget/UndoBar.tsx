import { Undo2 } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import type { WidgetDraft } from './use-widget-draft.ts'

/** Undoes field edits, by its button or by Mod+Z anywhere in the editor. */
export function UndoBar({ draft, editor }: { draft: WidgetDraft; editor: RefObject<HTMLElement | null> }) {
  const [undone, setUndone] = useState<string | null>(null)
  const undo = useRef(() => {})
  undo.current = () => setUndone(draft.undo())

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
      const isHere = event.target === document.body || editor.current?.contains(event.target as Node)
      // An Undo in a notification has the same keys.
      if (!isUndo || !isHere || event.defaultPrevented) return
      event.preventDefault()
      undo.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [editor])

  return (
    <div className="flex min-w-0 items-center gap-3">
      <Button
        variant="ghost"
        size="compact"
        icon={<Undo2 aria-hidden size={16} strokeWidth={1.75} />}
        isBlocked={!draft.canUndo}
        onPress={() => undo.current()}
      >
        Undo
      </Button>
      <p role="status" className="min-w-0 truncate text-muted max-md:sr-only">
        {undone && `Undone: ${undone}`}
      </p>
    </div>
  )
}
