import type { SavedReply } from '@aichat/contracts/chat/saved-replies'
import { MessageSquareText, Pencil, Trash2 } from 'lucide-react'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { FileNames } from '../ui/forms/FileNames.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useSavedReplies } from './queries.ts'

type Props = {
  isDeleting: boolean
  onEdit: (reply: SavedReply) => void
  onDelete: (reply: SavedReply) => void
}

export function SavedReplyList({ isDeleting, onEdit, onDelete }: Props) {
  const { data: replies, isError, refetch } = useSavedReplies()
  return (
    <>
      {isError && <RetryButton onPress={refetch} />}
      <ul aria-label="Saved replies" className="flex flex-col divide-y divide-line">
        {replies?.map((reply) => (
          <li key={reply.id} className="flex items-center gap-2 py-1.5">
            <div className="min-w-0 flex-1">
              <p className="truncate font-strong">{reply.name}</p>
              <p className="truncate text-ink-2">{reply.text}</p>
              {reply.files.length > 0 && <FileNames names={reply.files.map(({ name }) => name).join(', ')} />}
            </div>
            <IconButton label={`Edit ${reply.name}`} onPress={() => onEdit(reply)}>
              <Pencil aria-hidden strokeWidth={1.75} />
            </IconButton>
            <IconButton
              label={`Delete ${reply.name}`}
              tone="danger"
              isDisabled={isDeleting}
              onPress={() => onDelete(reply)}
            >
              <Trash2 aria-hidden strokeWidth={1.75} />
            </IconButton>
          </li>
        ))}
      </ul>
      {replies?.length === 0 && (
        <EmptyState icon={MessageSquareText} title="No saved replies yet" isCompact>
          Save the answers that your team writes often.
        </EmptyState>
      )}
    </>
  )
}
