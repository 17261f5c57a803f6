import { sessionLimits } from '@aichat/contracts/sessions'
import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { QuickReplies } from './QuickReplies.tsx'
import { RequestForm } from './RequestForm.tsx'
import { SmartReplyToggle } from './SmartReplyToggle.tsx'
import { sendText } from './sending.ts'
import { useDraft } from './use-draft.ts'
import { useTypingNotice } from './use-typing-notice.ts'

type Props = { sessionId: string; visitor: string }

/** Enter sends, Shift+Enter makes a new line; while a word is being composed Enter belongs to the keyboard. */
export function Composer({ sessionId, visitor }: Props) {
  const [text, setText] = useDraft(sessionId)
  const [areRepliesShown, showReplies] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const typing = useTypingNotice(sessionId)
  const isBlank = text.trim() === ''

  function send() {
    if (isBlank) return
    typing.stopped()
    sendText(sessionId, text)
    setText('')
    area.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  function fill(reply: string) {
    setText(reply)
    area.current?.focus()
  }

  return (
    <div className="shrink-0 border-t bg-surface px-3 pt-2.5 pb-[max(12px,env(safe-area-inset-bottom))]">
      <div className="flex gap-2 overflow-x-auto pb-2 [scrollbar-width:none]">
        <RequestForm sessionId={sessionId} />
        <SmartReplyToggle isOn={areRepliesShown} onToggle={() => showReplies(!areRepliesShown)} />
      </div>
      {areRepliesShown && <QuickReplies onChoose={fill} />}
      <div className="flex items-end gap-2 rounded-card border border-control bg-surface py-1.5 ps-3.5 pe-1.5 focus-within:border-focus focus-within:outline-2 focus-within:outline-focus">
        <textarea
          ref={area}
          aria-label="Message"
          dir="auto"
          rows={1}
          value={text}
          maxLength={sessionLimits.text}
          placeholder={`Reply to ${visitor}…`}
          onChange={(event) => {
            setText(event.target.value)
            typing.typed()
          }}
          onKeyDown={onKeyDown}
          onBlur={typing.stopped}
          className="field-sizing-content max-h-44 min-w-0 flex-1 resize-none bg-transparent py-2 text-body outline-none max-md:text-field"
        />
        <Button
          look="primary"
          onPress={send}
          isDisabled={isBlank}
          icon={<SendHorizontal aria-hidden size={16} strokeWidth={1.75} />}
        >
          Send
        </Button>
      </div>
    </div>
  )
}
