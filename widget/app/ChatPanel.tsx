import type { Ref } from 'react'
import { Composer } from './Composer.tsx'
import { Conversation } from './Conversation.tsx'
import { EndConversation } from './EndConversation.tsx'
import { Faqs } from './Faqs.tsx'
import { Header } from './Header.tsx'
import { Bubble, Messages, PendingMessages } from './Messages.tsx'
import { PersonButton } from './PersonButton.tsx'
import { PrechatForm } from './PrechatForm.tsx'
import { RatingForm } from './RatingForm.tsx'
import {
  type ChatActions,
  type ChatState,
  getGreeting,
  getVisibleMessages,
  hasEnded,
  isFormDue,
  isHandoverPending,
  isRatingDue,
} from './state.ts'
import { useDelayed } from './use-delayed.ts'
import { words } from './words.ts'

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
  const messages = getVisibleMessages(state)
  const isHeld = isFormDue(state)
  const isForm = isHeld || state.isFormAsked
  // The browser reports a lost network at once.
  const noticeDelayMs = navigator.onLine ? connectionNoticeDelayMs : 0
  const isDisconnected = useDelayed(!state.isConnected && !state.isRemoved, noticeDelayMs)
  const isEnded = hasEnded(state)
  const hasMessages = messages.length + log.pending.length > 0
  return (
    <main className="panel" aria-label={config.config.brand.chatName}>
      <Header state={state} actions={actions} isInert={isInert} onClose={onClose} />
      {isDisconnected && (
        <p className="connection" role="status">
          {state.isStarted ? words.reconnecting : words.connecting}
        </p>
      )}
      <Conversation
        newest={`${messages.at(-1)?._id} ${state.isAgentTyping || state.replyDraft !== ''} ${isForm} ${isEnded}`}
        own={log.pending.length}
        hasMessages={hasMessages}
      >
        <Greeting text={getGreeting(state)} />
        {config.faqEnabled && !hasMessages && <Faqs faqs={config.faqs} />}
        <Messages
          messages={messages}
          unseen={session?.unread ?? 1}
          fetchFile={actions.fetchFile}
          onRate={actions.rateReply}
          onAnswer={actions.answerSuggestions}
        />
        {isForm && (
          <PrechatForm
            fields={config.config.realtime.preChat.fields}
            title={isHeld ? words.formTitle : words.formAsked}
            isInert={isInert}
            onSubmit={actions.submitForm}
          />
        )}
        <PendingMessages pending={log.pending} isHeld={isHeld} onRetry={actions.retry} />
        {state.replyDraft ? <Writing text={state.replyDraft} /> : state.isAgentTyping && <TypingDots />}
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
          hasMessages={hasMessages}
          isEnded={isEnded}
        />
      )}
    </main>
  )
}

type FooterProps = Omit<PanelProps, 'onClose'> & { hasMessages: boolean; isEnded: boolean }

function Footer({ state, actions, isInert, composerRef, hasMessages, isEnded }: FooterProps) {
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
      <Composer
        isInert={isInert}
        fieldRef={composerRef}
        onSend={actions.send}
        onTyping={actions.setTyping}
        onUpload={actions.upload}
      />
      <div className="end">
        <PersonButton
          isPending={isHandoverPending(state)}
          isInert={isInert}
          onRequest={actions.requestHandover}
        />
        {state.session?.status === 'active' && hasMessages && (
          <EndConversation onEnd={actions.endConversation} />
        )}
      </div>
    </footer>
  )
}

function Greeting({ text }: { text: string }) {
  if (!text.trim()) return null
  return (
    <div className="group agent">
      <Bubble text={text} />
    </div>
  )
}

/** Seen, not announced: the whole reply is, once it is there. */
function Writing({ text }: { text: string }) {
  return (
    <div className="group agent writing" inert aria-hidden="true">
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
