import type { ReactNode } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ArrowDownIcon } from '../kit/icons.tsx'
import { words } from '../kit/words.ts'

const nearEndPixels = 80

type ConversationProps = {
  /** The id of the newest message that the visitor has not written. */
  newest: string | undefined
  /** How many messages of the visitor are being sent. */
  own: number
  /** A form is below the messages. */
  hasForm: boolean
  hasMessages: boolean
  /** Above the messages, and not announced. */
  intro: ReactNode
  children: ReactNode
}

/** Scrolls to new messages while the reader is at the end, and keeps the position while they read further up. */
export function Conversation({ newest, own, hasForm, hasMessages, intro, children }: ConversationProps) {
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const lastTop = useRef(0)
  const [hasNewMessages, setHasNewMessages] = useState(false)

  const scrollToEnd = useCallback(() => {
    const node = list.current
    // Before the first message the greeting at the top is shown.
    if (node && hasMessages) node.scrollTop = node.scrollHeight
  }, [hasMessages])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the visitor's own message scrolls to the end.
  useEffect(scrollToEnd, [own, scrollToEnd])

  const revealNewContent = () => {
    if (isAtEnd.current) scrollToEnd()
    else setHasNewMessages(true)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a new message only, not when the function changes, which it does with every render.
  useEffect(revealNewContent, [newest])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a form appears or disappears, not when the function changes with every render.
  useEffect(() => {
    if (hasForm) revealNewContent()
  }, [hasForm])

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
    const isNearEnd = scrollHeight - scrollTop - clientHeight < nearEndPixels
    // Cards that were added since the scroll to the end are no scroll of the reader, who would move up.
    isAtEnd.current = isNearEnd || (isAtEnd.current && scrollTop >= lastTop.current)
    lastTop.current = scrollTop
    if (isNearEnd) setHasNewMessages(false)
  }

  return (
    <div className="conversation">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard. */}
      <div className="scroll" ref={list} onScroll={handleScroll} tabIndex={0}>
        <div>
          {intro}
          <div className="log" role="log" aria-live="polite" aria-label={words.conversation}>
            {children}
          </div>
        </div>
      </div>
      {hasNewMessages && (
        <button type="button" className="new-messages" onClick={scrollToEnd}>
          <ArrowDownIcon />
          {words.newMessages}
        </button>
      )}
    </div>
  )
}
