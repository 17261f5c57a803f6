import type { Note } from '@aichat/contracts/chat/notes'
import { Lock, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { formatDateTime, formatTime } from '../kit/format/format.ts'
import { useDeleteNote } from '../notes/queries.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { MessageText } from './MessageText.tsx'

/** A private note between the messages. */
export const NoteBubble = memo(function NoteBubble({ note, isOwn }: { note: Note; isOwn: boolean }) {
  const remove = useDeleteNote(note.sessionId)
  return (
    <div className="flex max-w-[86%] flex-col gap-0.5 self-end md:max-w-[72%]">
      <div className="rounded-dialog rounded-ee-tail border border-dashed border-warn-solid bg-warn-soft px-3.5 py-2 text-body text-ink">
        <span className="sr-only">
          Private note by {note.author.name}, {formatTime(note.createdAt)}:{' '}
        </span>
        <MessageText text={note.text} />
      </div>
      <p className="flex items-center gap-1.5 self-end text-caption text-muted">
        <Lock aria-hidden size={12} /> Private · <span className="truncate">{note.author.name}</span>·
        <time dateTime={note.createdAt} title={formatDateTime(note.createdAt)} className="tabular-nums">
          {formatTime(note.createdAt)}
        </time>
        {isOwn && (
          <IconButton
            label="Delete note"
            onPress={() => remove.mutate(note.id)}
            isDisabled={remove.isPending}
            className="size-6!"
          >
            <Trash2 aria-hidden strokeWidth={1.75} />
          </IconButton>
        )}
      </p>
    </div>
  )
})
