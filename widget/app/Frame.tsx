import { useEffect, useRef, useSyncExternalStore } from 'react'
import { ChatPanel } from './ChatPanel.tsx'
import type { Chat } from './chat.ts'
import type { Host } from './host.ts'
import { isRunning, unreadOf } from './state.ts'

/** The chat in its frame on the customer's page. `focusCount` grows when the visitor opens it by hand. */
export function Frame({ chat, host, focusCount }: { chat: Chat; host: Host | null; focusCount: number }) {
  const state = useSyncExternalStore(chat.subscribe, chat.read)
  const composer = useRef<HTMLTextAreaElement>(null)
  const unread = unreadOf(state)
  const running = isRunning(state)

  useEffect(() => {
    if (state.isStarted) host?.tell({ type: 'aichat:status', unread, isRunning: running })
  }, [host, state.isStarted, unread, running])

  useEffect(() => {
    if (!host) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) host.tell({ type: 'aichat:close' })
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [host])

  useEffect(() => {
    if (focusCount === 0) return
    // On a touch screen focus in the field would raise the keyboard over what there is to read.
    if (matchMedia('(pointer: coarse)').matches) document.querySelector<HTMLElement>('.scroll')?.focus()
    else composer.current?.focus()
  }, [focusCount])

  return (
    <ChatPanel
      state={state}
      actions={chat.actions}
      isInert={false}
      composerRef={composer}
      onClose={host && (() => host.tell({ type: 'aichat:close' }))}
    />
  )
}
