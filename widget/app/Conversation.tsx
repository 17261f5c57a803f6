import type { ReactNode } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ArrowDownIcon } from './icons.tsx'
import { words } from './words.ts'

const near = 80

type ConversationProps = { newest: string; own: number; isBegun: boolean; children: ReactNode }

/** Follows the end of the conversation while the reader is there, and stays put while they read further up. */
export function Conversation({ newest, own, isBegun, children }: ConversationProps) {
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const [hasNews, setHasNews] = useState(false)

  const toEnd = useCallback(() => {
    const node = list.current
    // Before anyone has written, the greeting is what there is to read, and it stands at the top.
    if (node && isBegun) node.scrollTop = node.scrollHeight
  }, [isBegun])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the visitor wrote is always shown.
  useEffect(toEnd, [own, toEnd])

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the newest message that moves the end.
  useEffect(() => {
    if (isAtEnd.current) toEnd()
    else setHasNews(true)
  }, [newest])

  useEffect(() => {
    const content = list.current?.firstElementChild
    if (!content) return
    const observer = new ResizeObserver(() => isAtEnd.current && toEnd())
    observer.observe(content)
    observer.observe(list.current!)
    return () => observer.disconnect()
  }, [toEnd])

  function noteScroll() {
    const { scrollTop, scrollHeight, clientHeight } = list.current!
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < near
    if (isAtEnd.current) setHasNews(false)
  }

  return (
    <div className="conversation">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard. */}
      <div className="scroll" ref={list} onScroll={noteScroll} tabIndex={0}>
        <div className="log" role="log" aria-live="polite" aria-label={words.conversation}>
          {children}
        </div>
      </div>
      {hasNews && (
        <button type="button" className="news" onClick={toEnd}>
          <ArrowDownIcon />
          {words.newMessages}
        </button>
      )}
    </div>
  )
}
