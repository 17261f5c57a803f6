import { sessionSentences } from '@aichat/contracts/chat/sessions'
import { ClipboardList } from 'lucide-react'
import { useEffect, useState } from 'react'
import { sendCommand } from '../kit/http/socket.ts'
import { log } from '../kit/log.ts'
import { ToolButton } from '../ui/ToolButton.tsx'

const resultShownMs = 3000
const labels = { idle: 'Send form', done: 'Form requested', failed: sessionSentences.prechatFailed } as const

/** Asks the visitor to fill in the pre-chat form. */
export function RequestForm({ sessionId }: { sessionId: string }) {
  const [state, setState] = useState<keyof typeof labels>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), resultShownMs)
    return () => clearTimeout(timer)
  }, [state])
  async function request() {
    try {
      await sendCommand('agent:request_prechat', { sessionId })
      setState('done')
    } catch (error) {
      log(sessionSentences.prechatFailed, error)
      setState('failed')
    }
  }
  return (
    <>
      <ToolButton
        text={labels[state]}
        icon={ClipboardList}
        collapse={state === 'idle' ? 'second' : 'never'}
        onPress={request}
        className={state === 'failed' ? 'border-bad-solid! text-bad!' : undefined}
      />
      <span role="status" className="sr-only">
        {state !== 'idle' && labels[state]}
      </span>
    </>
  )
}
