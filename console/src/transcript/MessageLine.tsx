import type { Message } from '@aichat/contracts/chat/messages'
import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import { hasReplyTrace } from './reply-trace/has-reply-trace.ts'
import { VisitorRating } from './reply-trace/VisitorRating.tsx'
import { WhyButton } from './reply-trace/WhyButton.tsx'
import { Sources } from './Sources.tsx'

type Props = {
  message: Message
  isAtStart: boolean
  /** Author and time, below the last message of a group. */
  children?: ReactNode
}

/** One line below a message: author and time, the sources of a reply and why it was given. */
export function MessageLine({ message, isAtStart, children }: Props) {
  const [areSourcesShown, setSourcesShown] = useState(false)
  const { kind, sources = [], feedback } = message.meta
  // Suggested pages are shown as cards.
  const sourceCount = kind === 'suggestions' ? 0 : sources.length
  const hasTrace = hasReplyTrace(message)
  const alignment = isAtStart ? 'self-start' : 'self-end'
  if (!children && sourceCount === 0 && !hasTrace) return null
  return (
    <>
      <div
        className={clsx(
          'mt-0.5 flex max-w-full min-w-0 items-center gap-x-1.5 text-caption whitespace-nowrap text-muted',
          isAtStart ? 'justify-start' : 'justify-end',
          alignment,
        )}
      >
        {children}
        {sourceCount > 0 && (
          <>
            {children && <Dot />}
            <button
              type="button"
              aria-expanded={areSourcesShown}
              title={sources.map(({ title }) => title).join('\n')}
              onClick={() => setSourcesShown(!areSourcesShown)}
              className="inline-flex min-h-6 shrink-0 items-center rounded-badge px-1 hover:text-ink hover:underline focus-visible:outline-2 focus-visible:outline-focus touch:min-h-11"
            >
              {sourceCount === 1 ? '1 source' : `${sourceCount} sources`}
            </button>
          </>
        )}
        {hasTrace && (
          <>
            {(children || sourceCount > 0) && <Dot />}
            <WhyButton message={message} />
          </>
        )}
      </div>
      {areSourcesShown && <Sources sources={sources} side={isAtStart ? 'start' : 'end'} />}
      {feedback && (
        <div className={alignment}>
          <VisitorRating feedback={feedback} />
        </div>
      )}
    </>
  )
}

function Dot() {
  return (
    <span aria-hidden className="print:hidden">
      ·
    </span>
  )
}
