import { testChatSentences } from '@aichat/contracts/ai/test-chat'
import { MessageCircleQuestionMark, RotateCcw } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { TypingDots } from '../transcript/TypingDots.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { ExampleQuestions } from './ExampleQuestions.tsx'
import { QuestionForm } from './QuestionForm.tsx'
import { TestMessageView } from './TestMessageView.tsx'
import type { TestChat } from './use-test-chat.ts'

type Props = {
  projectId: string
  chat: TestChat
  /** Below an answer: what to do when it is good. */
  nextStep?: ReactNode
  onClose: () => void
}

/** A chat with the AI on the draft: what visitors would be answered if everything was live. */
export function TestChatDrawer({ projectId, chat, nextStep, onClose }: Props) {
  const { messages, isWaiting, error } = chat
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever something is added below
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [messages.length, isWaiting, error])
  return (
    <Dialog
      shape="drawer"
      title="Try it"
      isOpen
      onClose={onClose}
      footer={<QuestionForm isWaiting={isWaiting} onSend={chat.send} />}
    >
      {messages.length === 0 ? (
        <>
          <EmptyState icon={MessageCircleQuestionMark} title="Ask a question as a visitor would">
            Your AI assistant answers from the current knowledge, FAQs and profile, published or not. Nothing
            is stored.
          </EmptyState>
          <ExampleQuestions projectId={projectId} onAsk={chat.send} />
        </>
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
          {!isWaiting && messages.at(-1)?.from === 'agent' && nextStep}
          <div ref={end} />
        </div>
      )}
    </Dialog>
  )
}
