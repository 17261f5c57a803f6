import { useEffect, useRef } from 'react'
import { aichat, type ChatEvents, type Install, install, on } from './index.ts'

type Handlers = {
  onReady?: () => void
  onOpen?: () => void
  onClose?: () => void
  onUnread?: (count: number) => void
  onMessage?: (message: ChatEvents['message']) => void
  onError?: (error: ChatEvents['error']) => void
}

export type ChatProps = Install & Handlers

/** The chat, for as long as it is rendered. It draws nothing of its own into your tree. */
export function Chat(props: ChatProps): null {
  const { publicKey, host, nonce, language, identity, attributes, hidden } = props
  const handlers = useRef<Handlers>(props)
  handlers.current = props
  const first = useRef({ identity, attributes, hidden })
  const who = JSON.stringify(identity)
  const told = JSON.stringify(attributes)

  useEffect(() => {
    const ends = [
      on('ready', () => handlers.current.onReady?.()),
      on('open', () => handlers.current.onOpen?.()),
      on('close', () => handlers.current.onClose?.()),
      on('unread', (count) => handlers.current.onUnread?.(count)),
      on('message', (message) => handlers.current.onMessage?.(message)),
      on('error', (error) => handlers.current.onError?.(error)),
    ]
    install({ publicKey, host, nonce, language, ...first.current })
    aichat(first.current.hidden ? 'hide' : 'show')
    return () => {
      // Gone from the tree, it is out of sight; only `shutdown` ends a visitor's conversation here.
      aichat('close')
      aichat('hide')
      for (const end of ends) end()
    }
  }, [publicKey, host, nonce, language])

  useEffect(() => {
    if (who) aichat('identify', JSON.parse(who))
  }, [who])

  useEffect(() => {
    if (told) aichat('attributes', JSON.parse(told))
  }, [told])

  useEffect(() => {
    aichat(hidden ? 'hide' : 'show')
  }, [hidden])

  return null
}
