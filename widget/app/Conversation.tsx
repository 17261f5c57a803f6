import type { ReactNode } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ArrowDownIcon } from './icons.tsx'
import { words } from './words.ts'

const nearEndPixels = 80

type ConversationProps = { newest: string; own: number; hasMessages: boolean; children: ReactNode }

/** Scrolls to new messages while the reader is at the end, and keeps the position while they read further up. */
export function Conversation({ newest, own, hasMessages, children }: ConversationProps) {
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const [hasNewMessages, setHasNewMessages] = useState(false)

  const scrollToEnd = useCallback(() => {
    const node = list.current
    // Before the first message the greeting at the top is shown.
    if (node && hasMessages) node.scrollTop = node.scrollHeight
  }, [hasMessages])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the visitor's own message scrolls to the end.
  useEffect(scrollToEnd, [own, scrollToEnd])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new message scrolls to the end.
  useEffect(() => {
    if (isAtEnd.current) scrollToEnd()
    else setHasNewMessages(true)
  }, [newest])

  useEffect(() => {
    const content = list.current?.firstElementChild
    if (!content) return
    const observer = new ResizeObserver(() => isAtEnd.current && scrollToEnd())
    observer.observe(content)
    observer.observe(list.current!)
    return () => observer.disconnect()
  }, [scrollToEnd])

  function handleScroll() {
    const { scrollTop, scrollHeight, clientHeight } = list.current!
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearEndPixels
    if (isAtEnd.current) setHasNewMessages(false)
  }

  return (
    <div className="conversation">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard. */}
      <div className="scroll" ref={list} onScroll={handleScroll} tabIndex={0}>
        <div className="log" role="log" aria-live="polite" aria-label={words.conversation}>
          {children}
        </div>
      </div>
      {hasNewMessages && (
        <button type="button" className="news" onClick={scrollToEnd}>
          <ArrowDownIcon />
          {words.newMessages}
        </button>
      )}
    </div>
  )
}
