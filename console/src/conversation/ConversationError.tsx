import { sessionSentences } from '@aichat/contracts/chat/sessions'
import { Trash2 } from 'lucide-react'
import { errorMessage } from '../kit/http/api-error.ts'
import { CommandRejectedError } from '../kit/http/socket.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'

type DeletedProps = { isProjectDeleted: boolean; onBack: () => void }

export function DeletedNotice({ isProjectDeleted, onBack }: DeletedProps) {
  return (
    <EmptyState
      icon={Trash2}
      title={
        isProjectDeleted ? 'This conversation was deleted with its project' : 'This conversation was deleted'
      }
      action={<Button onPress={onBack}>All conversations</Button>}
    />
  )
}

type Props = { error: Error; onRetry: () => void; onBack?: () => void }

export function JoinError({ error, onRetry, onBack }: Props) {
  const message =
    error instanceof CommandRejectedError ? error.message : errorMessage(error, sessionSentences.joinFailed)
  return (
    <div role="alert" className="flex shrink-0 items-center gap-2 border-t bg-warn-soft px-4 py-1 text-warn">
      {message}
      <RetryButton onPress={onRetry} />
      {onBack && (
        <Button size="compact" variant="ghost" onPress={onBack}>
          All conversations
        </Button>
      )}
    </div>
  )
}
