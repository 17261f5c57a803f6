import type { Ref } from 'react'
import { Composer } from './Composer.tsx'
import { Conversation } from './Conversation.tsx'
import { EndConversation } from './EndConversation.tsx'
import { Faqs } from './Faqs.tsx'
import { Header } from './Header.tsx'
import { Bubble, Messages, PendingMessages } from './Messages.tsx'
import { PrechatForm } from './PrechatForm.tsx'
import { type ChatActions, type ChatState, greetingOf, hasEnded, isFormDue } from './state.ts'
import { useLate } from './use-late.ts'
import { words } from './words.ts'

const connectionLineAfter = 3_000

type PanelProps = {
  state: ChatState
  actions: ChatActions
  isInert: boolean
  composerRef: Ref<HTMLTextAreaElement>
  onClose: (() => void) | null
}

export function ChatPanel({ state, actions, isInert, composerRef, onClose }: PanelProps) {
  const { config, log, session } = state
  const isHeld = isFormDue(state)
  const isForm = isHeld || state.isFormAsked
  const isDisconnected = useLate(!state.isConnected, connectionLineAfter)
  const isEnded = hasEnded(state)
  return (
    <main className="panel" aria-label={config.config.brand.chatName}>
      <Header state={state} onClose={onClose} />
      {isDisconnected && (
        <p className="connection" role="status">
          {state.isStarted ? words.reconnecting : words.connecting}
        </p>
      )}
      <Conversation
        newest={`${log.messages.at(-1)?._id} ${state.isAgentTyping} ${isForm}`}
        own={log.pending.length}
        isBegun={log.messages.length + log.pending.length > 0}
      >
        <Greeting text={greetingOf(state)} />
        {config.faqEnabled && log.messages.length + log.pending.length === 0 && <Faqs faqs={config.faqs} />}
        <Messages messages={log.messages} />
        {isForm && (
          <PrechatForm
            fields={config.config.realtime.preChat.fields}
            title={isHeld ? words.formTitle : words.formAsked}
            isInert={isInert}
            onSubmit={actions.submitForm}
          />
        )}
        <PendingMessages pending={log.pending} isHeld={isHeld} onRetry={actions.retry} />
        {state.isAgentTyping && <TypingDots />}
      </Conversation>
      <footer className="footer">
        {isEnded && <p className="ended">{words.ended}</p>}
        <Composer
          isInert={isInert}
          fieldRef={composerRef}
          onSend={actions.send}
          onTyping={actions.setTyping}
        />
        {session?.status === 'active' && (
          <p className="end">
            <EndConversation onEnd={actions.endConversation} />
          </p>
        )}
      </footer>
    </main>
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
