import { useEffect, useRef } from 'react'
import type { Chat } from './chat/chat.ts'
import { countUnread, isRunning } from './chat/state.ts'
import { useChatState } from './chat/use-chat-state.ts'
import type { Host } from './host.ts'
import { ChatPanel } from './panel/ChatPanel.tsx'

/** The chat in its frame on the website. `focusCount` increases whenever the visitor opens the chat. */
export function Frame({ chat, host, focusCount }: { chat: Chat; host: Host | null; focusCount: number }) {
  const state = useChatState(chat)
  const composer = useRef<HTMLTextAreaElement>(null)
  const unread = countUnread(state)
  const running = isRunning(state)

  useEffect(() => {
    if (state.isStarted) host?.post({ type: 'aichat:status', unread, isRunning: running })
  }, [host, state.isStarted, unread, running])

  useEffect(() => {
    if (!host) return
    const closeOnEscape = (event: KeyboardEvent) => {
      // Escape that cancels a word of an input method has the code 229 in Safari.
      if (event.key === 'Escape' && !event.isComposing && event.keyCode !== 229)
        host.post({ type: 'aichat:close' })
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [host])

  useEffect(() => {
    if (focusCount === 0) return
    // On a touch screen, focus in the field would open the keyboard over the messages.
    if (matchMedia('(pointer: coarse)').matches) document.querySelector('main')?.focus()
    else composer.current?.focus()
  }, [focusCount])

  return (
    <ChatPanel
      state={state}
      actions={chat.actions}
      isInert={false}
      composerRef={composer}
      onClose={host && (() => host.post({ type: 'aichat:close' }))}
    />
  )
}
