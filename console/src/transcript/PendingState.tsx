import { sessionSentences } from '@aichat/contracts/chat/sessions'
import { realtimeSentences } from '@aichat/contracts/kit/realtime'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { getDraftFiles } from '../drafts/draft-files.ts'
import { prependToDraft } from '../drafts/draft-text.ts'
import { useIsConnected } from '../kit/http/socket.ts'
import { useInboxStore } from '../sync/inbox-store.ts'
import { outbox } from '../sync/send-message.ts'
import type { PendingMessage } from '../sync/thread.ts'
import { Button } from '../ui/Button.tsx'
import { Spinner } from '../ui/feedback/Spinner.tsx'

/** A quick confirmation shows no spinner. */
const spinnerDelayMs = 300

/** The state of a message that the server has not confirmed. */
export function PendingState({ pending }: { pending: PendingMessage }) {
  if (pending.state === 'failed') return <Failed pending={pending} />
  return <Waiting isRewriting={pending.rewrite !== undefined && !pending.rewrite.original} />
}

function Waiting({ isRewriting }: { isRewriting: boolean }) {
  const isConnected = useIsConnected()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), spinnerDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p className="mt-0.5 flex min-h-4 items-center gap-1.5 self-end text-caption text-muted">
      {!isConnected ? (
        `${realtimeSentences.notConnected}. Will be sent when you're back online.`
      ) : isSlow ? (
        <>
          <Spinner size={12} /> {isRewriting ? 'Rewriting and sending…' : 'Sending…'}
        </>
      ) : (
        'You'
      )}
    </p>
  )
}

function Failed({ pending }: { pending: PendingMessage }) {
  const { clientId, sessionId, text, attachments, error } = pending
  const { composerFocus } = useInboxStore()
  const reason = error && error !== sessionSentences.sendFailed ? ` · ${error}` : null

  function edit() {
    outbox.remove(clientId)
    prependToDraft(sessionId, text)
    getDraftFiles(sessionId).addUploaded(attachments ?? [])
    composerFocus.request(sessionId)
  }

  return (
    <div className="mt-0.5 flex flex-wrap items-center justify-end gap-1 self-end text-caption text-bad">
      <CircleAlert aria-hidden size={14} />
      <span role="alert">
        {sessionSentences.sendFailed}
        {reason && <span className="text-ink-2">{reason}</span>}
      </span>
      <Button variant="ghost" size="compact" onPress={() => outbox.retry(clientId)}>
        Retry
      </Button>
      <Button variant="ghost" size="compact" onPress={edit}>
        Edit
      </Button>
      <Button variant="ghost" size="compact" onPress={() => outbox.remove(clientId)}>
        Delete
      </Button>
    </div>
  )
}
