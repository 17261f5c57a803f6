import { getDistinctSources } from '@aichat/contracts/chat/distinct-sources'
import type { Source } from '@aichat/contracts/chat/messages'
import clsx from 'clsx'
import { BookOpen } from 'lucide-react'

const isWebAddress = /^https?:\/\//i

/** The knowledge items that an AI reply cites. */
export function Sources({ sources, side = 'end' }: { sources: readonly Source[]; side?: 'start' | 'end' }) {
  return (
    <ul
      aria-label="Sources of this reply"
      className={clsx(
        'flex max-w-[86%] flex-wrap gap-1 py-0.5 md:max-w-[72%]',
        side === 'end' ? 'justify-end self-end' : 'self-start',
      )}
    >
      {getDistinctSources(sources).map((source) => (
        <li
          key={source.itemId}
          title={source.quote}
          className="flex max-w-full min-w-0 items-center gap-1 rounded-badge border px-1.5 py-0.5 text-caption text-ink-2"
        >
          <BookOpen aria-hidden size={12} className="shrink-0" />
          {source.url && isWebAddress.test(source.url) ? (
            <a
              href={source.url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="truncate text-accent-text hover:underline"
            >
              {source.title}
            </a>
          ) : (
            <span className="truncate">{source.title}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
