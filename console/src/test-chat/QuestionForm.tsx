import { messageLimits } from '@aichat/contracts/chat/messages'
import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { isComposing } from '../kit/browser/keys.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { LengthNote } from '../ui/forms/LengthNote.tsx'

type Props = { isWaiting: boolean; onSend: (text: string) => void }

/** Enter sends, Shift+Enter starts a new line. The next question can be typed while the AI answers. */
export function QuestionForm({ isWaiting, onSend }: Props) {
  const [text, setText] = useState('')
  const canSend = text.trim() !== '' && text.length <= messageLimits.text && !isWaiting

  function send() {
    if (!canSend) return
    onSend(text.trim())
    setText('')
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }

  return (
    <Form onSubmit={send} className="w-full">
      <div className="flex items-end gap-2">
        <textarea
          aria-label="Question"
          dir="auto"
          rows={1}
          value={text}
          placeholder="Ask a question…"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="field field-sizing-content max-h-44 min-w-0 flex-1 resize-none"
        />
        <Button
          type="submit"
          variant="primary"
          isDisabled={!canSend}
          icon={<SendHorizontal aria-hidden size={16} strokeWidth={1.75} />}
        >
          Ask
        </Button>
      </div>
      <LengthNote
        length={text.length}
        limit={messageLimits.text}
        refusal="Shorten your question to ask it."
      />
    </Form>
  )
}
