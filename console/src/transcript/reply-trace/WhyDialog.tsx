import type { Message } from '@aichat/contracts/chat/messages'
import { ThumbsDown } from 'lucide-react'
import { useContext, useState } from 'react'
import { ApiError, errorMessage } from '../../kit/http/api-error.ts'
import { sessionCache } from '../../sync/session-cache.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { type AnswerIssue, AnswerIssueContext, createAnswerIssue } from './answer-issue.ts'
import { useReplyTrace } from './queries.ts'
import { ReplyTraceView } from './ReplyTraceView.tsx'
import { VisitorRating } from './VisitorRating.tsx'

type Props = { message: Message; isReporting: boolean; onClose: () => void }

/** How an AI reply was written, and what to do about a bad one. Only agents see it. */
export function WhyDialog({ message, isReporting: isInitiallyReporting, onClose }: Props) {
  const { data: trace, error, refetch } = useReplyTrace(message.sessionId, message._id)
  const [isReporting, setReporting] = useState(isInitiallyReporting)
  const footer = (
    <Footer
      message={message}
      question={trace?.question}
      isReporting={isReporting}
      onReport={() => setReporting(true)}
      onClose={onClose}
    />
  )
  return (
    <Dialog
      title={isReporting ? 'Not a good answer' : message.isAi ? 'Why this answer?' : 'Why no answer?'}
      isOpen
      onClose={onClose}
      footer={footer}
    >
      {trace ? (
        <>
          {message.meta.feedback && <VisitorRating feedback={message.meta.feedback} />}
          <ReplyTraceView trace={trace} projectId={sessionCache.get(message.sessionId)?.projectId._id} />
        </>
      ) : error instanceof ApiError && error.status === 404 ? (
        <p className="text-ink-2">No details were stored for this reply.</p>
      ) : error ? (
        <ErrorCard message={errorMessage(error, 'Failed to load the details')} onRetry={refetch} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  )
}

type FooterProps = {
  message: Message
  question: string | undefined
  isReporting: boolean
  onReport: () => void
  onClose: () => void
}

function Footer({ message, question, isReporting, onReport, onClose }: FooterProps) {
  const actions = useContext(AnswerIssueContext)
  const issue = question === undefined ? null : createAnswerIssue(message, question)
  const canReport = issue !== null && actions !== null
  // What the AI could not answer can be answered at once.
  if (!canReport || (message.isAi && !isReporting)) {
    return (
      <>
        {canReport && (
          <Button
            variant="ghost"
            icon={<ThumbsDown aria-hidden size={14} strokeWidth={1.75} />}
            onPress={onReport}
          >
            Not a good answer
          </Button>
        )}
        <Button onPress={onClose}>Close</Button>
      </>
    )
  }
  const choose = (create: (chosen: AnswerIssue) => void) => {
    onClose()
    create(issue)
  }
  return (
    <>
      <p className="me-auto text-ink-2">How do you want to improve it?</p>
      <Button permission="answer_tests.manage" onPress={() => choose(actions.createTest)}>
        Create answer test
      </Button>
      <Button variant="primary" onPress={() => choose(actions.createFaq)}>
        Draft FAQ
      </Button>
    </>
  )
}
