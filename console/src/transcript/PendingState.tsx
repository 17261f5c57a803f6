import { realtimeSentences } from '@aichat/contracts/realtime'
import { sessionSentences } from '@aichat/contracts/sessions'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { draftFiles } from '../drafts/draft-files.ts'
import { putIntoDraft } from '../drafts/draft-text.ts'
import { useIsConnected } from '../kit/socket.ts'
import { outbox } from '../sync/send-message.ts'
import type { Pending } from '../sync/thread.ts'
import { Button } from '../ui/Button.tsx'
import { Spinner } from '../ui/Spinner.tsx'

const quietFor = 300

export function PendingState({ pending }: { pending: Pending }) {
  if (pending.state === 'failed') return <Failed pending={pending} />
  return <Waiting isRewriting={pending.writing !== undefined && !pending.writing.original} />
}

function Waiting({ isRewriting }: { isRewriting: boolean }) {
  const isConnected = useIsConnected()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), quietFor)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p className="mt-0.5 flex min-h-4 items-center gap-1.5 self-end text-caption text-muted">
      {!isConnected ? (
        `${realtimeSentences.notConnected}. It goes out when you're back.`
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

function Failed({ pending }: { pending: Pending }) {
  const { clientId, sessionId, text, attachments, problem } = pending
  const isTold = problem && problem !== sessionSentences.sendFailed
  return (
    <div className="mt-0.5 flex flex-wrap items-center justify-end gap-1 self-end text-small text-bad">
      <CircleAlert aria-hidden size={14} />
      <span role="alert">
        {sessionSentences.sendFailed}
        {isTold && <span className="text-ink-2">{` · ${problem}`}</span>}
      </span>
      <Button variant="ghost" size="compact" onPress={() => outbox.retry(clientId)}>
        Retry
      </Button>
      <Button
        variant="ghost"
        size="compact"
        onPress={() => {
          outbox.remove(clientId)
          putIntoDraft(sessionId, text)
          draftFiles(sessionId).addStored(attachments ?? [])
        }}
      >
        Edit
      </Button>
      <Button variant="ghost" size="compact" onPress={() => outbox.remove(clientId)}>
        Delete
      </Button>
    </div>
  )
}
