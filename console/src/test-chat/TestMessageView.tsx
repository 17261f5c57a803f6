import type { ReplyTrace } from '@aichat/contracts/ai/reply-traces'
import type { Source } from '@aichat/contracts/chat/messages'
import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { Bubble } from '../transcript/Bubble.tsx'
import { MessageText } from '../transcript/MessageText.tsx'
import { ReplyTraceView } from '../transcript/reply-trace/ReplyTraceView.tsx'
import { Sources } from '../transcript/Sources.tsx'
import type { TestMessage } from './use-test-chat.ts'

/** As the visitor sees it: the question on the right, the answer on the left. */
export function TestMessageView({ message }: { message: TestMessage }) {
  if (message.from === 'visitor') {
    return (
      <Bubble side="visitor" isMirrored hasTail prefix="You: ">
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {message.text}
        </p>
      </Bubble>
    )
  }
  return message.from === 'agent' ? <Answer {...message} /> : <Handover {...message} />
}

type ReplyProps = { text: string; sources: Source[]; trace: ReplyTrace }

function Answer({ text, sources, trace }: ReplyProps) {
  return (
    <>
      <Bubble side="ai" isMirrored hasTail prefix="AI: ">
        <MessageText text={text} />
      </Bubble>
      {sources.length > 0 && <Sources sources={sources} side="start" />}
      <Why label="Why this answer?" trace={trace} />
    </>
  )
}

function Handover({ text, trace }: ReplyProps) {
  return (
    <>
      <p className="self-center px-6 text-center text-caption text-muted">
        <span className="sr-only">System: </span>
        {text}
        <span className="block">This is a test, so your team isn't notified.</span>
      </p>
      <Why label="Why no answer?" trace={trace} />
    </>
  )
}

function Why({ label, trace }: { label: string; trace: ReplyTrace }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-7 items-center gap-1 self-start rounded-badge px-1.5 text-caption text-ink-2 hover:bg-hover focus-visible:outline-2 focus-visible:outline-focus touch:min-h-11"
      >
        <CircleQuestionMark aria-hidden size={12} className="shrink-0" />
        {label}
      </button>
      {isOpen && (
        <div className="rounded-card border bg-surface p-4">
          <ReplyTraceView trace={trace} />
        </div>
      )}
    </>
  )
}
