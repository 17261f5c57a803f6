import { useEffect, useRef, useState } from 'react'
import { downloadFile } from '../chat/files.ts'
import { type ChatActions, type ChatState, getVisibleMessages } from '../chat/state.ts'
import { words } from '../kit/words.ts'
import { formatTranscript } from './transcript.ts'

export type MenuProps = { state: ChatState; actions: ChatActions; onClose: () => void }

export function Menu({ state, actions, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const [isEnding, setIsEnding] = useState(false)
  const messages = getVisibleMessages(state)
  const { chatName } = state.config.config.brand
  const item = (label: string, action: () => void, isDisabled = false) => (
    <button type="button" disabled={isDisabled} onClick={action}>
      {label}
    </button>
  )
  const closing = (action: () => void) => () => {
    onClose()
    action()
  }

  function saveTranscript() {
    const text = formatTranscript(chatName, messages)
    downloadFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), `${chatName}.txt`)
  }

  // The opener has moved the focus before this part was loaded. A question replaces the items.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves again when the confirmation replaces the items
  useEffect(() => menu.current?.querySelector('button')?.focus(), [isEnding])

  // Asks for confirmation, so that a conversation is not ended by accident.
  if (isEnding) {
    return (
      <div className="popover menu" ref={menu}>
        <p>{words.endQuestion}</p>
        {item(words.end, closing(actions.endConversation))}
        {item(words.keep, onClose)}
      </div>
    )
  }
  return (
    <div className="popover menu" ref={menu}>
      {item(
        state.isMuted ? words.unmute : words.mute,
        closing(() => actions.setMuted(!state.isMuted)),
      )}
      {item(words.transcript, closing(saveTranscript), messages.length === 0)}
      {state.session?.status === 'active' &&
        messages.length > 0 &&
        item(words.endConversation, () => setIsEnding(true))}
    </div>
  )
}
