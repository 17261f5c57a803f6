import { messageLimits } from '@aichat/contracts/chat/messages'
import type { Session } from '@aichat/contracts/chat/sessions'
import clsx from 'clsx'
import { useState } from 'react'
import { UploadList } from '../attachments/UploadList.tsx'
import { ComposerTabs } from '../notes/ComposerTabs.tsx'
import { visitorName } from '../sessions/format-session.ts'
import { CompletionMenu } from '../ui/forms/CompletionMenu.tsx'
import { LengthNote } from '../ui/forms/LengthNote.tsx'
import { AssistantPanel } from './AssistantPanel.tsx'
import { AssistantStatus } from './AssistantStatus.tsx'
import { AssistantTools } from './AssistantTools.tsx'
import { MessageInput } from './MessageInput.tsx'
import { QuickReplies } from './QuickReplies.tsx'
import { SmartReplyToggle } from './SmartReplyToggle.tsx'
import { type ComposerState, useComposer } from './use-composer.ts'

type Props = {
  session: Session
  onNote: () => void
  /** Opens the next conversation. */
  onNext: () => void
  /** Closes the conversation. */
  onClose: () => void
}

/**
 * Writes a message. In a closed conversation the field is read-only: if it disappeared while the agent types, the rest
 * of the sentence would run keyboard shortcuts. It is hidden once it is empty and has lost the focus.
 */
export function Composer({ session, onNote, onNext, onClose }: Props) {
  const composer = useComposer(session)
  const { field, isReadOnly } = composer

  return (
    <section
      aria-label="Reply"
      className={clsx(
        'shrink-0 border-t bg-surface px-3 pt-1.5 pb-[max(12px,env(safe-area-inset-bottom))] print:hidden',
        '[@media(height<480px)]:pt-1.5 [@media(height<480px)]:pb-1.5',
        isReadOnly && field.text === '' && 'not-focus-within:hidden',
      )}
    >
      {!isReadOnly && <ComposerTools composer={composer} onNote={onNote} />}
      <div className="group relative">
        {!isReadOnly && <CompletionMenu completion={composer.completion} />}
        <MessageInput composer={composer} visitor={visitorName(session)} onNext={onNext} onClose={onClose} />
      </div>
      <LengthNote
        length={field.text.length}
        limit={messageLimits.text}
        refusal="Shorten your message to send it."
      />
    </section>
  )
}

type ToolsProps = { composer: ComposerState; onNote: () => void }

/**
 * Above the message. Panels open above the row of tabs and tools, so that the tools stay where they are while the composer
 * grows.
 */
function ComposerTools({ composer, onNote }: ToolsProps) {
  const { assistant, queue } = composer
  const [areRepliesShown, setRepliesShown] = useState(false)
  return (
    <>
      <AssistantPanel assistant={assistant} />
      {areRepliesShown && <QuickReplies onChoose={composer.replaceText} onSend={composer.sendQuickReply} />}
      <AssistantStatus assistant={assistant} />
      <ComposerTabs
        sessionId={composer.sessionId}
        selected="reply"
        onSelect={(mode) => mode === 'note' && onNote()}
      >
        <fieldset
          aria-label="Writing tools"
          data-testid="tools"
          className="flex items-center divide-x rounded-control border"
        >
          <SmartReplyToggle isOn={areRepliesShown} onToggle={() => setRepliesShown(!areRepliesShown)} />
          <AssistantTools assistant={assistant} />
        </fieldset>
      </ComposerTabs>
      <UploadList label="Files to send" queue={queue} />
    </>
  )
}
