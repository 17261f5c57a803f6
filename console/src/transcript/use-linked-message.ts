import { messageLimits } from '@aichat/contracts/chat/messages'
import { type RefObject, useEffect, useRef } from 'react'
import type { Thread } from '../sync/thread.ts'
import type { useLoadOlder } from '../sync/thread-queries.ts'

type Options = {
  thread: Thread | undefined
  linkedSeq: number | null
  older: ReturnType<typeof useLoadOlder>
  viewport: RefObject<HTMLElement | null>
  leaveBottom: () => void
}

/** Scrolls to the message that the URL links to, after loading older messages until it is there. */
export function useLinkedMessage({ thread, linkedSeq, older, viewport, leaveBottom }: Options) {
  const shownSeq = useRef<number | null>(null)
  const firstSeq = thread?.messages[0]?.seq
  const { mutate, isPending, isError } = older
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaveBottom only sets a ref
  useEffect(() => {
    if (linkedSeq === null || firstSeq === undefined || shownSeq.current === linkedSeq) return
    leaveBottom()
    if (linkedSeq < firstSeq) {
      if (!isPending && !isError) mutate({ before: firstSeq, limit: messageLimits.pageSizeMax })
      return
    }
    const message = viewport.current?.querySelector<HTMLElement>(`#message-${linkedSeq}`)
    if (!message) return
    shownSeq.current = linkedSeq
    for (const marked of viewport.current?.querySelectorAll('[data-linked]') ?? []) {
      marked.removeAttribute('data-linked')
    }
    message.setAttribute('data-linked', '')
    message.scrollIntoView({ block: 'center' })
  }, [linkedSeq, firstSeq, isPending, isError, mutate, viewport])
}
