import { sessionSentences } from '@aichat/contracts/chat/sessions'
import { ClipboardList } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { sendCommand } from '../kit/http/socket.ts'
import { log } from '../kit/log.ts'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { ToolButton } from '../ui/ToolButton.tsx'

const FormPopover = lazyOverlay(() => import('./FormPopover.tsx').then((file) => file.FormPopover))

const resultShownMs = 3000
const labels = { idle: 'Send form', done: 'Form requested', failed: sessionSentences.prechatFailed } as const

/** Asks the visitor to fill in the pre-chat form, after a look at what it asks for. */
export function RequestForm({ sessionId, visitor }: { sessionId: string; visitor: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [state, setState] = useState<keyof typeof labels>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), resultShownMs)
    return () => clearTimeout(timer)
  }, [state])
  async function request() {
    setOpen(false)
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
        ref={button}
        text={labels[state]}
        icon={ClipboardList}
        collapse={state === 'idle' ? 'second' : 'never'}
        isExpanded={isOpen}
        onPress={() => setOpen(true)}
        className={state === 'failed' ? 'border-bad-solid! text-bad!' : undefined}
      />
      {isOpen && (
        <FormPopover
          trigger={button}
          sessionId={sessionId}
          visitor={visitor}
          onSend={request}
          onClose={() => setOpen(false)}
        />
      )}
      <span role="status" className="sr-only">
        {state !== 'idle' && labels[state]}
      </span>
    </>
  )
}
