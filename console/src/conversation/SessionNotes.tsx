import type { Note } from '@aichat/contracts/chat/notes'
import { Plus } from 'lucide-react'
import { useNotes } from '../notes/queries.ts'
import { Button } from '../ui/Button.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'

type Props = { sessionId: string; onAdd: () => void }

/** The private notes of the conversation, newest first. The transcript has them too, between the messages. */
export function SessionNotes({ sessionId, onAdd }: Props) {
  const { data: notes } = useNotes(sessionId)
  return (
    <section>
      <div className="mb-1 flex items-center justify-between">
        <h4 className="font-strong text-ink-2">Notes</h4>
        <Button
          size="compact"
          variant="ghost"
          icon={<Plus aria-hidden size={14} />}
          onPress={onAdd}
          className="-me-2 gap-1!"
        >
          Note
        </Button>
      </div>
      {notes?.length === 0 && <p className="text-muted">Only your team sees notes.</p>}
      {notes && notes.length > 0 && (
        <ul className="flex flex-col gap-2">
          {notes.toReversed().map((note) => (
            <li key={note.id} className="rounded-control bg-warn-soft px-2.5 py-1.5">
              <NoteText note={note} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function NoteText({ note: { text, author, createdAt } }: { note: Note }) {
  return (
    <>
      <p dir="auto" title={text} className="line-clamp-4 whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      <p className="flex gap-1 text-caption text-ink-2">
        <span className="truncate">{author.name}</span>·
        <RelativeTime time={createdAt} className="shrink-0" />
      </p>
    </>
  )
}
