import { sessionSentences } from '@aichat/contracts/chat/sessions'
import clsx from 'clsx'
import { ClipboardList } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { sendCommand } from '../kit/http/socket.ts'
import { log } from '../kit/log.ts'
import { Button } from '../ui/Button.tsx'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { Tooltip } from '../ui/overlay/Tooltip.tsx'

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
      <Tooltip text={`Ask ${visitor} for their details.`}>
        <Button
          ref={button}
          size="compact"
          variant="ghost"
          icon={<ClipboardList aria-hidden size={16} strokeWidth={1.75} />}
          isExpanded={isOpen}
          onPress={() => setOpen(true)}
          className={clsx('relative', state === 'failed' && 'text-bad!')}
        >
          <span className="[@media(height<480px)]:sr-only">{labels[state]}</span>
        </Button>
      </Tooltip>
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
