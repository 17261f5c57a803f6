import type { Message, Source } from '@aichat/contracts/chat/messages'
import { BookOpen, ThumbsUp, UserRound } from 'lucide-react'

const isWebAddress = /^https?:\/\//i

/** The pages that the AI suggested, as the visitor sees them, and the visitor's answer. */
export function Suggestions({ meta: { sources = [], helped, opened } }: { meta: Message['meta'] }) {
  return (
    <>
      <ul
        aria-label="Suggested pages"
        className="flex w-full max-w-[86%] flex-col gap-1 self-end py-0.5 md:max-w-[72%]"
      >
        {sources.map((source, index) => (
          <li
            key={`${source.itemId} ${index.toString()}`}
            className="rounded-card border bg-surface px-3 py-2"
          >
            <SuggestedPage source={source} isOpened={opened?.includes(source.itemId) === true} />
          </li>
        ))}
      </ul>
      {helped !== undefined && (
        <p className="flex items-center gap-1 self-end text-caption text-ink-2">
          {helped ? <ThumbsUp aria-hidden size={12} /> : <UserRound aria-hidden size={12} />}
          {helped ? 'Visitor: That helped' : 'Visitor: Talk to our team'}
        </p>
      )}
    </>
  )
}

function SuggestedPage({ source: { title, url, quote }, isOpened }: { source: Source; isOpened: boolean }) {
  return (
    <>
      <span className="flex min-w-0 items-center gap-1.5 font-strong">
        <BookOpen aria-hidden size={12} className="shrink-0" />
        {url && isWebAddress.test(url) ? (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="truncate text-accent-text hover:underline"
          >
            {title}
          </a>
        ) : (
          <span className="truncate">{title}</span>
        )}
        {isOpened && <span className="ms-auto shrink-0 text-caption text-muted">Opened</span>}
      </span>
      {quote && (
        <span dir="auto" className="line-clamp-2 text-ink-2">
          {quote}
        </span>
      )}
    </>
  )
}
