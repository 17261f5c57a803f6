import type { Mention } from '@aichat/contracts/chat/notes'
import { AtSign } from 'lucide-react'
import { Link } from 'react-router'
import { chatsPath } from '../paths.ts'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { useMentions } from './queries.ts'

type Props = { maxMentions: number; onChoose: () => void }

/** Notes in which colleagues mention the signed-in user. */
export function MentionList({ maxMentions, onChoose }: Props) {
  const { data } = useMentions()
  if (!data || data.mentions.length === 0) return null
  return (
    <section className="mt-3 border-t pt-3">
      <h2 className="mb-1 text-title">Mentions</h2>
      <ul aria-label="Mentions" className="-mx-2">
        {data.mentions.slice(0, maxMentions).map((mention) => (
          <li key={mention.note.id}>
            <MentionRow mention={mention} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function MentionRow({ mention: { note, isRead }, onChoose }: { mention: Mention; onChoose: () => void }) {
  return (
    <Link
      to={chatsPath(note.sessionId)}
      onClick={onChoose}
      className="flex items-start gap-3 rounded-control px-2 py-2 hover:bg-hover dense:py-1"
    >
      <AtSign aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span className={isRead ? 'truncate' : 'truncate font-strong'}>{note.author.name}</span>
          <RelativeTime time={note.createdAt} className="shrink-0 text-caption text-muted tabular-nums" />
        </span>
        <span dir="auto" className="block truncate text-ink-2">
          {!isRead && <span className="sr-only">Unread: </span>}
          {note.text}
        </span>
      </span>
    </Link>
  )
}
