import type { PublicWidgetContent } from '@aichat/contracts/widget/widget'
import type { Ref } from 'react'
import {
  type ChatActions,
  type ChatState,
  getGreeting,
  getVisibleMessages,
  hasEnded,
  isAiAnswering,
  isEmailAsked,
  isFormDue,
  isFormRequested,
  isHandoverPending,
  isOwn,
  isRatingDue,
  isSuggesting,
  isTeamAwaited,
  isWaitingLong,
} from '../chat/state.ts'
import { Composer } from '../composer/Composer.tsx'
import type { LeaveEmailProps } from '../forms/LeaveEmail.tsx'
import type { PrechatFormProps } from '../forms/PrechatForm.tsx'
import type { RatingFormProps } from '../forms/RatingForm.tsx'
import { getAvailability } from '../kit/availability.ts'
import { SparkIcon } from '../kit/icons.tsx'
import { lazyPart } from '../kit/lazy-part.tsx'
import { useDelayed } from '../kit/use-delayed.ts'
import { words } from '../kit/words.ts'
import { Handover } from '../messages/Handover.tsx'
import { Bubble, Messages, PendingMessages } from '../messages/Messages.tsx'
import { Conversation } from './Conversation.tsx'
import { Header } from './Header.tsx'
import { PersonButton } from './PersonButton.tsx'
import { Faqs, Questions } from './Questions.tsx'
import { BrandAvatar, Chips, Hero, Legal } from './Welcome.tsx'

const LeaveEmail = lazyPart<LeaveEmailProps>('LeaveEmail')
const PrechatForm = lazyPart<PrechatFormProps>('PrechatForm')
const RatingForm = lazyPart<RatingFormProps>('RatingForm')

const connectionNoticeDelayMs = 3_000

type PanelProps = {
  state: ChatState
  actions: ChatActions
  isInert: boolean
  composerRef: Ref<HTMLTextAreaElement>
  onClose: (() => void) | null
}

export function ChatPanel({ state, actions, isInert, composerRef, onClose }: PanelProps) {
  const { config, log, session } = state
  const content = config.config
  const messages = getVisibleMessages(state)
  const isHeld = isFormDue(state)
  const isForm = isHeld || isFormRequested(state)
  // The browser reports a lost network at once.
  const noticeDelayMs = navigator.onLine ? connectionNoticeDelayMs : 0
  const isDisconnected = useDelayed(!state.isConnected && !state.isRemoved, noticeDelayMs)
  const isEnded = hasEnded(state)
  const hasFaqs = config.faqEnabled && config.faqs.length > 0
  const hasMessages = messages.length + log.pending.length > 0
  const expectation = <Expectation state={state} actions={actions} isInert={isInert} />
  const sendText = (text: string) => actions.send(text, [])
  return (
    <main className="panel" tabIndex={-1} aria-label={content.brand.chatName}>
      <Header state={state} actions={actions} isInert={isInert} hasTeam={hasMessages} onClose={onClose} />
      {isDisconnected && (
        <p className="connection" role="status">
          {state.isStarted ? words.reconnecting : words.connecting}
        </p>
      )}
      {state.notice && (
        <p className="connection" role="alert">
          {state.notice}
        </p>
      )}
      <Conversation
        newest={messages.findLast((message) => !isOwn(message))?._id}
        hasForm={isForm}
        own={log.pending.length}
        hasMessages={hasMessages}
        intro={
          <>
            {!hasMessages && <Hero config={content} />}
            <Legal config={content} isAiAnswering={isAiAnswering(state)} />
          </>
        }
      >
        <Greeting text={content.greetings[getGreeting(state)]} brand={content.brand} />
        {!hasMessages && (
          <>
            <Chips texts={content.greetings.suggestions ?? []} isInert={isInert} onSend={sendText} />
            {hasFaqs && <Faqs faqs={config.faqs} />}
          </>
        )}
        <Messages
          messages={messages}
          brand={content.brand}
          pendingHandover={isHandoverPending(state) && expectation}
          unseen={session?.unread ?? 1}
          actions={actions}
        />
        {isForm && (
          <PrechatForm
            fields={content.realtime.preChat.fields}
            title={isHeld ? words.formTitle : words.formAsked}
            known={{ ...state.contact, ...state.pageContact }}
            isInert={isInert}
            onSubmit={actions.submitForm}
            onSkip={isHeld ? null : actions.skipForm}
          />
        )}
        {isTeamAwaited(state) && !isHandoverPending(state) && (
          <Handover text={words.personCalled}>{expectation}</Handover>
        )}
        <PendingMessages pending={log.pending} isHeld={isHeld} onRetry={actions.retry} />
        {state.replyDraft ? <Writing text={state.replyDraft} /> : state.isAgentTyping && <TypingDots />}
        {isWaitingLong(state) && (
          <p className="slow" role="status">
            {words.slowReply}
          </p>
        )}
        {isRatingDue(state) && <RatingForm onRate={actions.rate} />}
      </Conversation>
      {state.isRemoved ? (
        <footer className="footer">
          <p className="ended" role="status">
            {words.removed}
          </p>
        </footer>
      ) : (
        <Footer
          state={state}
          actions={actions}
          isInert={isInert}
          composerRef={composerRef}
          hasQuestions={hasMessages && hasFaqs}
          isEnded={isEnded}
        />
      )}
    </main>
  )
}

type FooterProps = Omit<PanelProps, 'onClose'> & { hasQuestions: boolean; isEnded: boolean }

function Footer({ state, actions, isInert, composerRef, hasQuestions, isEnded }: FooterProps) {
  return (
    <footer className="footer">
      {isEnded && (
        <p className="ended">
          {words.ended}{' '}
          <button type="button" className="link" onClick={actions.startNewConversation}>
            {words.startAnew}
          </button>
        </p>
      )}
      <div className="pills">
        {isAiAnswering(state) && !isHandoverPending(state) && !isSuggesting(state) && (
          <PersonButton isInert={isInert || !state.isConnected} onRequest={actions.requestHandover} />
        )}
        {hasQuestions && <Questions faqs={state.config.faqs} isInert={isInert} />}
      </div>
      <Composer
        isInert={isInert}
        fieldRef={composerRef}
        onSend={actions.send}
        onTyping={actions.setTyping}
        onUpload={actions.upload}
      />
    </footer>
  )
}

/** When a person will answer, and where. */
function Expectation({ state, actions, isInert }: Pick<PanelProps, 'state' | 'actions' | 'isInert'>) {
  if (isEmailAsked(state))
    return <LeaveEmail state={state} isInert={isInert} onSubmit={actions.submitEmail} />
  return !state.humansOnline && <p>{getAvailability(state)}</p>
}

function Greeting({ text, brand }: { text: string; brand: PublicWidgetContent['brand'] }) {
  if (!text.trim()) return null
  return (
    <div className="group agent">
      <BrandAvatar brand={brand} />
      <Bubble text={text} />
    </div>
  )
}

/** Seen, not announced: the whole reply is, once it is there. */
function Writing({ text }: { text: string }) {
  return (
    <div className="group agent writing" inert aria-hidden="true">
      <span className="avatar ai">
        <SparkIcon />
      </span>
      <span className="author">
        <span className="badge">{words.ai}</span>
        {words.typing}
      </span>
      <Bubble text={text} />
    </div>
  )
}

function TypingDots() {
  return (
    <div className="group agent">
      <div className="bubble dots" role="img" aria-label={words.typing}>
        <i />
        <i />
        <i />
      </div>
    </div>
  )
}
