import { Sparkles } from 'lucide-react'
import { Badge } from '../ui/Badge.tsx'
import { Bubble } from './Bubble.tsx'
import { MessageText } from './MessageText.tsx'

/** The unfinished reply of the AI; empty before its first sentence. Hidden from screen readers, which announce the finished message. */
export function ReplyDraft({ text }: { text: string }) {
  return (
    <div inert aria-hidden data-testid="writing" className="mt-3 flex flex-col gap-0.5">
      {text && (
        <Bubble side="ai" hasTail prefix="">
          <MessageText text={text} />
        </Bubble>
      )}
      <p className="mt-0.5 flex items-center gap-1.5 self-end text-caption text-muted">
        <Badge tone="ai" icon={<Sparkles aria-hidden size={11} />}>
          AI
        </Badge>
        Writing…
      </p>
    </div>
  )
}
