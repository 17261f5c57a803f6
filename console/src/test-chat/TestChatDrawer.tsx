import { testChatSentences } from '@aichat/contracts/ai/test-chat'
import { MessageCircleQuestionMark, RotateCcw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { TypingDots } from '../transcript/TypingDots.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { QuestionForm } from './QuestionForm.tsx'
import { TestMessageView } from './TestMessageView.tsx'
import type { TestChat } from './use-test-chat.ts'

/** A chat with the AI on the draft: what visitors would be answered if everything was live. */
export function TestChatDrawer({ chat, onClose }: { chat: TestChat; onClose: () => void }) {
  const { messages, isWaiting, error } = chat
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever something is added below
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [messages.length, isWaiting, error])
  return (
    <Dialog
      shape="drawer"
      title="Try your AI"
      isOpen
      onClose={onClose}
      footer={<QuestionForm isWaiting={isWaiting} onSend={chat.send} />}
    >
      {messages.length === 0 ? (
        <EmptyState icon={MessageCircleQuestionMark} title="Ask a question as a visitor would">
          Your AI answers from the current knowledge, FAQs and profile, published or not. Nothing is stored.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-2">
          <div className="flex justify-end">
            <Button
              variant="ghost"
              size="compact"
              icon={<RotateCcw aria-hidden size={14} strokeWidth={1.75} />}
              onPress={chat.startOver}
            >
              Start over
            </Button>
          </div>
          <div role="log" aria-label="Test conversation" className="flex flex-col gap-2">
            {messages.map((message, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever added at the end
              <TestMessageView key={index} message={message} />
            ))}
            {isWaiting && <TypingDots />}
          </div>
          {error && (
            <ErrorCard message={errorMessage(error, testChatSentences.failed)} onRetry={chat.retry} />
          )}
          <div ref={end} />
        </div>
      )}
    </Dialog>
  )
}
