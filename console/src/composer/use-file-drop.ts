import { type DragEvent, useRef, useState } from 'react'
import { getDraftFiles } from '../drafts/draft-files.ts'
import { toast } from '../ui/feedback/toasts.ts'

/**
 * Adds files that are dropped anywhere on a conversation to its message, or shows why it cannot have any. Otherwise the browser
 * would open them in this tab.
 */
export function useFileDrop(sessionId: string, isEnabled: boolean, refusal: string | null = null) {
  const [isOver, setOver] = useState(false)
  // Moving over a child enters it before leaving its parent.
  const depth = useRef(0)
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

  function setDepth(next: number) {
    depth.current = Math.max(0, next)
    setOver(isEnabled && refusal === null && depth.current > 0)
  }

  function onDrop(event: DragEvent) {
    setDepth(0)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    if (!isEnabled) return
    const message = refusal ?? getDraftFiles(sessionId).addFiles([...event.dataTransfer.files])
    if (message) toast(message, { tone: 'bad' })
  }

  return {
    isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => hasFiles(event) && setDepth(depth.current + 1),
      onDragLeave: (event: DragEvent) => hasFiles(event) && setDepth(depth.current - 1),
      onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
      onDrop,
    },
  }
}
