import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

const near = 80

/**
 * Keeps a transcript at its bottom while the reader is there; elsewhere it keeps the reader's place and counts what
 * is new below.
 */
export function useFollow(viewport: RefObject<HTMLElement | null>, keys: readonly string[], extra: unknown) {
  const isAtBottom = useRef(true)
  const known = useRef<{ first?: string; last?: string; height: number; count: number }>({
    height: 0,
    count: 0,
  })
  const [unseen, setUnseen] = useState(0)
  const first = keys[0]
  const last = keys.at(-1)
  const count = keys.length

  // biome-ignore lint/correctness/useExhaustiveDependencies: anything extra that is drawn changes the height
  useLayoutEffect(() => {
    const box = viewport.current
    if (!box) return
    const before = known.current
    known.current = { first, last, height: box.scrollHeight, count }
    if (isAtBottom.current) {
      box.scrollTop = box.scrollHeight
      return
    }
    if (before.first !== first && before.last === last) box.scrollTop += box.scrollHeight - before.height
    else if (before.last !== last) setUnseen((number) => number + Math.max(1, count - before.count))
  }, [viewport, first, last, count, extra])

  // A bar above, a growing composer or a phone's keyboard must not cover the last message.
  useEffect(() => {
    const box = viewport.current
    if (!box) return
    const observer = new ResizeObserver(() => {
      if (isAtBottom.current) box.scrollTop = box.scrollHeight
    })
    observer.observe(box)
    for (const child of box.children) observer.observe(child)
    return () => observer.disconnect()
  }, [viewport])

  function onScroll() {
    const box = viewport.current
    if (!box) return
    isAtBottom.current = box.scrollHeight - box.scrollTop - box.clientHeight < near
    if (isAtBottom.current) setUnseen(0)
  }

  /** Somebody goes elsewhere on purpose: what is drawn next does not take them back. */
  function leaveBottom() {
    isAtBottom.current = false
  }

  function toBottom() {
    const box = viewport.current
    if (box) box.scrollTop = box.scrollHeight
    setUnseen(0)
  }

  return { unseen, onScroll, toBottom, leaveBottom }
}
