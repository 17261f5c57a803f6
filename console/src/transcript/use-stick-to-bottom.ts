import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A viewport that is this close to its bottom counts as being there. */
const bottomTolerancePx = 80

/**
 * Keeps the viewport at its bottom while the reader is there, and otherwise counts the new messages below. An own message scrolls
 * to the bottom. `other` stands for everything else that changes the height.
 */
export function useStickToBottom(
  viewport: RefObject<HTMLElement | null>,
  keys: readonly string[],
  /** The last message that was sent here; undefined before the first one. */
  sent: string | undefined,
  other: unknown,
) {
  const isAtBottom = useRef(true)
  const previous = useRef<{ last?: string; count: number; sent?: string }>({ count: 0, sent })
  const [unseen, setUnseen] = useState(0)
  const last = keys.at(-1)
  const count = keys.length

  // biome-ignore lint/correctness/useExhaustiveDependencies: other content changes the height too
  useLayoutEffect(() => {
    const box = viewport.current
    if (!box) return
    const before = previous.current
    previous.current = { last, count, sent: sent ?? before.sent }
    if (sent !== undefined && sent !== before.sent) {
      isAtBottom.current = true
      setUnseen(0)
    }
    if (isAtBottom.current) box.scrollTop = box.scrollHeight
    else if (before.last !== last) setUnseen((number) => number + Math.max(1, count - before.count))
  }, [viewport, last, count, sent, other])

  useStayAtBottomOnResize(viewport, isAtBottom)

  function onScroll() {
    const box = viewport.current
    if (!box) return
    isAtBottom.current = box.scrollHeight - box.scrollTop - box.clientHeight < bottomTolerancePx
    if (isAtBottom.current) setUnseen(0)
  }

  /** For jumping to a message: the next render does not scroll back to the bottom. */
  function leaveBottom() {
    isAtBottom.current = false
  }

  function scrollToBottom() {
    const box = viewport.current
    if (box) box.scrollTop = box.scrollHeight
    setUnseen(0)
  }

  return { unseen, onScroll, scrollToBottom, leaveBottom }
}

/** A bar above, a growing composer or a phone's keyboard must not cover the last message. */
function useStayAtBottomOnResize(viewport: RefObject<HTMLElement | null>, isAtBottom: RefObject<boolean>) {
  useEffect(() => {
    const box = viewport.current
    if (!box) return
    const observer = new ResizeObserver(() => {
      if (isAtBottom.current) box.scrollTop = box.scrollHeight
    })
    observer.observe(box)
    for (const child of box.children) observer.observe(child)
    return () => observer.disconnect()
  }, [viewport, isAtBottom])
}
