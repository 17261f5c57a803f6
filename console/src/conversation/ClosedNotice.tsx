import { sessionSentences } from '@aichat/contracts/chat/sessions'
import { Lock } from 'lucide-react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'

type Props = {
  status: 'closed' | 'archived'
  error: Error | null
  onNote: () => void
  onReopen: () => void
}

/** Above the read-only composer of a conversation that is closed or archived. */
export function ClosedNotice({ status, error, onNote, onReopen }: Props) {
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-end gap-3 border-t bg-surface px-4 py-3 print:hidden">
      <p className="me-auto text-body text-ink-2">
        {status === 'closed' ? sessionSentences.closed : 'This conversation is archived'}
        {error && (
          <span role="alert" className="block text-bad">
            {errorMessage(error, 'Failed to reopen the conversation')}
          </span>
        )}
      </p>
      <Button icon={<Lock aria-hidden size={14} strokeWidth={1.75} />} onPress={onNote}>
        Private note
      </Button>
      <Button onPress={onReopen}>Reopen</Button>
    </div>
  )
}
